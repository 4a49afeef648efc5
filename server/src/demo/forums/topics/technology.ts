import type { SampleDiscussion } from '#demo/forums/sample-discussion.ts'

export const technology: SampleDiscussion[] = [
  {
    by: 'mei.chen',
    hoursAgo: 11.5,
    lastCommentHoursAgo: 0.15,
    demoVisitHoursAgo: 2,
    title: 'If a computer turns down your benefits claim, what should the office have to tell you?',
    category: 'Technology',
    tags: ['Artificial intelligence', 'Government services', 'Privacy'],
    likes: 42,
    views: 187,
    description: `My neighbor's disability claim was refused in four minutes, at 2:13 in the morning. The letter says "based on the information provided." No person read it first. She won the appeal five months later, and nobody could say what the program had seen.

I test software for a living. I do not think that programs are worse than tired people. But a person can be asked *why*.

What should the law require?

- A human who reads every refusal before it is sent?
- A reason that names the rule and the fact, such as "income above the limit in March"?
- A public test of the program every year?
- Or nothing special, as long as the appeal is fast?`,
    comments: [
      `noor.haddad: The old rule for people already covers most of this: a decision must come with reasons that one can answer. I would not write a new law about computers. I would say that **a reason is a reason**, and that "the system said so" is not one.`,
      '- mei.chen: I like that it does not age. But some systems truly cannot give a reason. They give a score. Would your rule forbid those?',
      '-- noor.haddad: For refusing a benefit, yes. Use the score to decide who gets *looked at first*, not who gets nothing.',
      `--- grace.kim: I used to think so too. Then I sat with a team that had 40,000 open claims and eleven people. If a score may never refuse, the honest claims wait behind the hopeless ones for a year. Delay is a refusal as well, just a quiet one.`,
      '---- amara.okafor: Patients say this about prior approvals. Nobody said no. Nobody said anything.',
      `----- noor.haddad: Then let it *approve* on its own. A wrong yes costs some money. A wrong no costs a person their rent. The two mistakes are not the same, and the rule can say that.`,
      '------ grace.kim: Approve alone, never refuse alone. I could defend that before an appropriations committee. I withdraw half of my objection.',
      '------ caleb.thompson: Somebody pays for a wrong yes too. Us. I still think it is the right way around.',
      `anna.petrov: Please also publish the error rate, split by who was refused. You cannot see an unfair machine from one letter. You can only see it from ten thousand.`,
      '- zara.hussain: And let people outside the agency check it. Sealed data with a researcher agreement works for health records, so it can work here.',
      `mei.chen: Somebody asked me by message what a *readable* reason looks like in practice. It is not hard. A refusal could carry this, and the letter could be made from it:

\`\`\`json
{
  "decision": "refused",
  "rule": "monthly income limit",
  "fact": "income in March was above the limit",
  "source": "employer report, received April 4",
  "how_to_correct": "send pay slips by June 1"
}
\`\`\`

Five lines. If a program cannot fill them in, it should not send the letter.`,
      '- margaret.kowalski: I carried those letters for thirty years. Nobody ever opened one and said "how clear." I would frame this one.',
      '- katarina.novak: We tag every rejected part with the dimension that failed. If a shop floor can do it, so can an agency.',
      '-- mei.chen: "Which dimension failed?" is now my favorite way to put it.',
      'wyatt.jensen: A fast appeal beats all of it. Ten days, a phone number, a person.',
      '- noor.haddad: Both, please. A fast appeal without a reason is a fast guess.',
    ],
  },
  {
    by: 'ayesha.siddiqui',
    hoursAgo: 143,
    lastCommentHoursAgo: 30,
    title: 'Age checks on social media: can we protect kids without an ID gate for everyone?',
    category: 'Technology',
    tags: ['Privacy', 'Children', 'Social media'],
    likes: 29,
    views: 118,
    description: `I see twelve-year-olds who sleep four hours because of their phones. I want somebody to stop that. I am also a mother of twins who will one day be seventeen and curious, and I do not want a company to hold a copy of their passport.

The strongest case **for** checks: we do not sell alcohol on the honor system, and the harm is not smaller.

The strongest case **against**: to check children, you must check everyone. Then anonymous speech ends, and the list of who reads what exists. Lists leak.

Is there a third way, or is this simply a trade that we have to make with open eyes?`,
    comments: [
      `mei.chen: There is a technical middle. Your state or your bank signs a note that says only "over 16." You show the note, not your name. The site learns one bit, and the signer does not learn where you used it. It can be done today. The hard part is the teenager with grandpa's phone.`,
      "- patrick.obrien: The hard part is always the teenager with grandpa's phone.",
      '- victoria.nguyen: And grandpa without a phone. Every system like this locks out somebody who never did anything wrong.',
      '-- mei.chen: Yes. A paper way has to exist, and it has to be as good. That is where most designs give up.',
      'daniel.whitehorse: I would start elsewhere: no endless scroll, no alerts at night, no counting of likes for *any* account by default. You do not need to know who is a child if the product is decent to everyone.',
      '- ayesha.siddiqui: This is what I would prescribe. It treats the cause. But I worry that "decent to everyone" loses in court, and the ID gate wins because it is simple.',
      'jamal.washington: Parents first. I take the phone at nine. It is a basket by the door. No law needed.',
      '- fatima.abdi: It works in your house and in mine. The families I visit work nights. Nobody is at the door at nine.',
      '-- jamal.washington: That is fair. I coach some of those kids, and I should have thought of them first.',
    ],
  },
  {
    by: 'wyatt.jensen',
    hoursAgo: 262,
    lastCommentHoursAgo: 101,
    title: 'Rural internet: fiber to every farm, or is satellite good enough?',
    category: 'Technology',
    tags: ['Broadband', 'Rural life', 'Public spending'],
    likes: 19,
    views: 67,
    description: `Our co-op says a fiber line to my place would cost about as much as my first house. A dish on the roof costs as much as my boots, and I got it in a week.

So as a taxpayer I say: dish. As a neighbor I am not sure. My kids' school, the clinic and the stock auction all run over it now, and it drops every time a storm comes through, which is when I need it.

Where would you draw the line? How many dollars per house is too many?`,
    comments: [
      'grace.kim: One way to think of it: fiber is paid once and lasts forty years. A subscription is paid forever. Put both in the same table before you compare.',
      '- wyatt.jensen: I put it in a table. Fiber wins after 22 years. I am 61. Now ask me again.',
      '-- erik.lindqvist: Ask whoever buys the place from you.',
      `thomas.redfeather: On our reservation the answer was *both*: fiber to the school, the clinic and the library, and radio links from there to the houses. It cost a fifth, and it stays up in storms, because the middle is solid.`,
      '- sofia.ramirez: That is how we build roads as well. Nobody paves the last driveway first.',
      "mei.chen: I am typing this over fiber that other people's taxes paid for in 1998, so I will not tell you that yours is too expensive.",
    ],
  },
  {
    by: 'mei.chen',
    hoursAgo: 590,
    lastCommentHoursAgo: 470,
    title: 'A ten-line script to check whether precinct totals add up (try it on your county)',
    category: 'Technology',
    tags: ['Open data', 'Elections', 'Sources wanted'],
    likes: 33,
    views: 102,
    description: `Many counties publish results as a simple table: precinct, candidate, votes. Checking the sum yourself is less work than arguing about it. Save the file as \`results.csv\` and run this:

\`\`\`python
import csv
from collections import Counter

totals = Counter()
with open('results.csv') as file:
    for row in csv.DictReader(file):
        totals[row['candidate']] += int(row['votes'])

for name, votes in totals.most_common():
    print(f'{votes:>9,}  {name}')
\`\`\`

If your totals differ from the official page, **first suspect your file**: is there a row "Total" that you counted twice? Are mail ballots a separate precinct? In my county it was the second one.

Tell me what you find, and where the columns have other names.`,
    comments: [
      'rosa.delgado: Poll worker since 1998. I had my grandson run this. It adds up, and he now wants to see the tape from the machine too. I have created a monster, and I am proud.',
      '- mei.chen: The tape is the right next question! Sum of tapes = precinct row, sum of precincts = total. Two checks, and he has done what an auditor does.',
      'caleb.thompson: Mine was off by 212. You were right: the file has a row called "Absentee - All." My first reaction was not to suspect my file. Good lesson.',
      "olivia.bennett: I ran this for our paper before printing. It found a typo. Ours, not the county's.",
      '- deshawn.harris: An editor who says "ours." Framed on my wall next to the clippers.',
    ],
  },
  {
    by: 'margaret.kowalski',
    hoursAgo: 55,
    lastCommentHoursAgo: 11,
    title: 'A data center wants to come to our town. What should we ask for before we say yes?',
    category: 'Technology',
    tags: ['Energy', 'Water', 'Local business', 'Artificial intelligence'],
    likes: 25,
    views: 93,
    description: `They want 80 acres by the old rail yard. They promise 40 jobs when it is done, and taxes that would pay for the school roof. They also want as much power as the whole town uses, and a number for water that nobody on the council understood.

I was a mail carrier, not an engineer. The vote is in five weeks. Please help me write the list of questions, in words that a council can ask out loud.`,
    comments: [
      `sofia.ramirez: Start with these:

- How much water on the hottest **day**, not on the average day?
- Is it drinking water, or can it be treated waste water?
- Who pays for the new substation if they leave after ten years?
- How loud is it at the nearest bedroom, at night?

Get each answer in the contract. A brochure is not an answer.`,
      '- margaret.kowalski: The hottest day. Nobody asked about the hottest day. Thank you.',
      'grace.kim: Ask to see what the tax break is worth *per job*, and for how many years. Then ask what happens to the school roof in the year after the break ends.',
      'katarina.novak: 40 jobs is not nothing. The plant I work in has 60, and the town turns around it. I would not be too proud to take 40, with a good contract.',
      '- hannah.goldberg: I agree. Saying no is easy for a city like mine. The question is what the land would be otherwise.',
      'caleb.thompson: Ask whether local electricians get the work, or a crew from three states away. I ask for selfish reasons.',
    ],
  },
]
