import type { SampleDiscussion } from '#demo/forums/sample-discussion.ts'

export const healthcare: SampleDiscussion[] = [
  {
    by: 'amara.okafor',
    hoursAgo: 58,
    lastCommentHoursAgo: 4.6,
    title: 'Our maternity ward closes in June. The next one is 70 minutes away.',
    category: 'Healthcare',
    tags: ['Hospitals', 'Rural life', 'Public spending'],
    likes: 41,
    views: 156,
    description: `I am a nurse there. We had 112 births last year. The hospital says that a ward needs about 200 to pay for a team around the clock, and that a team which delivers two babies a week loses its practice. The second part is not an excuse. It is true.

But babies do not read schedules. In the winter, 70 minutes is two hours.

I see four ways, and I do not like any of them:

1. The county pays the gap every year.
2. Midwives handle the simple births here, and the rest go to the city early.
3. A good ambulance with a trained crew, and no ward.
4. We close and call it progress.

What has worked where you live?`,
    comments: [
      `leilani.kahale: Nurse-midwife on an island, so "the next one" is a plane. We do number 2. What makes it safe is not the midwife. It is a *written rule* for who goes early, that nobody is too proud to follow, and a doctor who picks up the phone at 3 a.m. and is paid to.`,
      '- amara.okafor: Who pays that doctor?',
      '-- leilani.kahale: Five small hospitals share one. Each pays a fifth. It took two years to agree, and now nobody remembers why.',
      '--- amara.okafor: I am bringing this to the board on Thursday. Could I send you our numbers?',
      '---- leilani.kahale: Please. And write down how many of the 112 were simple. It will be more than they think.',
      '----- amara.okafor: 79. I counted twice. It *is* more than they think.',
      'grace.kim: For the county: compare the gap with the cost of one helicopter transfer. In the two budgets I have read, about fifteen transfers paid for a year of the gap.',
      '- caleb.thompson: Do the transfers come out of the same pocket, though? If the county pays for the ward and an insurer pays for the helicopter, the savings land somewhere else.',
      '-- grace.kim: You are right. They land with the insurer. That is the reason why nobody acts on it, and I should have said so.',
      'wyatt.jensen: My wife delivered at mile 48. Both fine. I would rather not do it again.',
      `priya.raman: I would be careful with number 1. Volume matters for safety, and money does not buy practice. If the county pays, it should also pay for the team to work two weeks each year in the city.`,
      '- amara.okafor: We asked for exactly that for years. Agreed.',
    ],
  },
  {
    by: 'zara.hussain',
    hoursAgo: 214,
    lastCommentHoursAgo: 47,
    title: 'Single payer, a public option, or better markets? The best case for each, in one place',
    category: 'Healthcare',
    tags: ['Health insurance', 'Taxes', 'Sources wanted'],
    likes: 34,
    views: 168,
    description: `I study public health, and I have sat through this argument perhaps fifty times. It almost never moves, because people answer the worst version of what the others say. So I tried to write down the *best* version of each, had people who believe in it correct me, and rewrote it until they signed.

**What we agree on**

Almost everyone I asked agrees on three things. Nobody should lose a house because they got sick. Prices make no sense today. And the paperwork is a disgrace. The disagreement is about who should have the power to fix it.

**The best case for single payer**

One insurer for everybody has the power to say what it pays. That is how other rich countries keep prices down. There are no networks, no surprise bills, and no losing your insurance together with your job. People could start a company, leave a bad boss or a bad marriage. Overhead falls, because nobody is paid to find out who should *not* be covered.

*The price, as its friends admit it:* taxes go up, visibly, even if premiums go away. Hundreds of thousands of people work in insurance today. And when the one insurer makes a mistake, there is no other door.

**The best case for a public option**

Let people buy into a public plan and keep what they have if they like it. If the public plan is better, it grows by itself. If it is not, we learned something without betting the whole system. It moves at the speed of trust.

*The price, as its friends admit it:* it may collect the sickest and look expensive for that reason. And it adds one more plan to a country whose problem is partly that it has too many.

**The best case for better markets**

We never had a market in health care. A market has prices that you can see. Tie insurance to the person instead of the job, publish every price, let nurses and pharmacists do more, help poor families with money instead of with rules. Where patients do shop, as for eye surgery, prices fell and quality rose. Many small decisions find answers that no committee finds.

*The price, as its friends admit it:* you cannot shop from inside an ambulance. The very sick are a small group with most of the costs, and no market wants them unless somebody pays for it.

**What all three leave out**

Most of what makes us ill happens outside of the doctor's office: work, sleep, air, food, loneliness. No way of paying for care changes how much of it we need. I say this not to escape the question, but because each of the three camps has told me that *its* plan would fix this as well, and none could tell me how. If you know, I would like to read it.

**What I would like from you**

1. Is the best case for *your* side right? If not, fix it.
2. Which sentence in the case of the *others* is the hardest to answer?
3. If you have lived in another country: what surprised you, in both directions?

I will edit this post with your corrections, and I will say what I changed.`,
    before: {
      title: 'Single payer, a public option, or better markets?',
      description: `I study public health, and I have sat through this argument perhaps fifty times. I will write down the best version of each side here. The draft follows in a few minutes.`,
    },
    comments: [
      'grace.kim: Hardest sentence for me: "you cannot shop from inside an ambulance." I lean to markets, and I have no answer to it other than that most care is not an ambulance.',
      '- amara.okafor: Most care is not. Most *fear* is. People choose insurance because of the ambulance.',
      '-- grace.kim: Good. That is better than what I said.',
      `ruth.yoder: Our community has no insurance at all. We share the bills. It works because we know each other, and it works up to a certain size of bill. Past that, we beg the hospital like everybody else. I would add to the case for markets that people can also *band together*.`,
      '- zara.hussain: Added, thank you. "Many small decisions" now includes sharing.',
      `katarina.novak: I lean to single payer. The hardest sentence of the others: "when the one insurer makes a mistake, there is no other door." My answer is that today most of us have no other door either. The boss picks the plan.`,
      '- luis.ortega: I am that boss. I pick the plan once a year, from two, in an afternoon, for fourteen people. I hate it. I would hand over this power to almost anyone.',
      '-- caleb.thompson: This may be the one point on which the entire thread agrees: the boss should not pick.',
      '--- zara.hussain: It is the only line that all fifty conversations had in common. I should have put it in the first section. Doing it now.',
      'ayesha.siddiqui: I worked for a year in a system with one payer. What surprised me: how little I thought about money, and how much I thought about the waiting list.',
    ],
  },
  {
    by: 'priya.raman',
    hoursAgo: 336,
    lastCommentHoursAgo: 205,
    title: 'What should a pharmacist be allowed to prescribe?',
    category: 'Healthcare',
    tags: ['Rural life', 'Public health'],
    likes: 16,
    views: 69,
    description: `In some states I could renew your blood pressure pills, treat a simple infection, or give most vaccines. In others I may only count tablets. The training is the same.

**For more:** there is a pharmacy in places where there is no doctor. I see my patients every month, their doctor sees them once a year.

**For caution:** a simple infection is only simple when you know how to see the one that is not. And I sell the thing that I would prescribe, which should make you a little uneasy. It makes *me* uneasy.

Where would you draw the line, as a patient?`,
    comments: [
      'ayesha.siddiqui: As a doctor: renewals and vaccines, yes, tomorrow. Ear infections in a two-year-old, please not. A list, made by both professions, reviewed each year.',
      '- priya.raman: I would sign that today.',
      'fatima.abdi: People tell the pharmacist what they would not tell the doctor. Nobody has a white coat on, and there is no bill for talking.',
      'wyatt.jensen: Nearest doctor, 64 miles. Nearest pharmacist, 9. You may take out my appendix.',
      '- priya.raman: I am flattered, and no.',
    ],
  },
  {
    by: 'fatima.abdi',
    hoursAgo: 88,
    lastCommentHoursAgo: 16,
    title: 'Who should come when somebody calls about a mental health crisis?',
    category: 'Healthcare',
    tags: ['Public health', 'Police', 'Local control'],
    likes: 28,
    views: 104,
    description: `In my district there is a team now: a nurse and a counselor, in a plain car. They take about a third of the calls that used to go to the police. Officers I know are glad about it. Some neighbors are not, because on two nights the team had to wait for the police anyway, and it took twenty minutes.

When is an officer the right person? When is one the wrong person? And who decides, on the phone, in forty seconds?`,
    comments: [
      `benjamin.carter: I came home from the army and had a bad year. My brother called for help. The officer who came took off his hat and sat down on the step. I do not know if he had training or just a mother. So for me it is less *which* uniform, and more *how they arrive*.`,
      '- fatima.abdi: Thank you for telling this. "How they arrive" can be trained, in both kinds of people.',
      '- samuel.adeyemi: I have sat on such steps. Grateful that you are here, Benjamin.',
      `deshawn.harris: I would want three doors. A weapon: police. A person who talks to the wall: the team. Not sure: **both, and the team goes first**. The third is most calls.`,
      '- tyler.begaye: Fire crews work like this. Whoever knows the most about the hazard leads, whatever the patch on the sleeve says.',
      'grace.kim: Twenty minutes is a staffing question. One team for a district is a pilot, not a service. Do not judge the idea by the size of the pilot.',
    ],
  },
  {
    by: 'ruth.yoder',
    hoursAgo: 547,
    lastCommentHoursAgo: 430,
    title: 'Has anyone ever found out the price of an operation before having it?',
    category: 'Healthcare',
    tags: ['Hospitals', 'Cost of living'],
    likes: 20,
    views: 92,
    description: `We pay bills ourselves, so I asked. I called three hospitals about a hernia. The first said they cannot know. The second sent me a file that only a computer can read. The third gave a price in one minute, and it was a third of what my neighbor was charged for the same.

I keep bees, and I put the price of honey on the jar. Why is this so hard? I would like to hear it from people who work on the inside.`,
    comments: [
      `amara.okafor: From the inside: the people at the desk do not know. The price depends on the contract with each insurer, on what is found during surgery, and on a code that is chosen *afterwards*. For someone who pays cash, none of this matters much. The third hospital simply decided to decide.`,
      '- ruth.yoder: "Decided to decide." So it can be done.',
      '-- amara.okafor: For planned operations, yes, nearly always.',
      'mei.chen: The file for computers is required by a rule. I opened one: 1.2 million lines. It is transparent like a phone book is a novel.',
      'noor.haddad: Ask for a **good faith estimate** in writing. If you pay yourself, you have a right to it, and you can dispute a bill that is far above.',
      '- ruth.yoder: I did not know, and I read everything. Thank you.',
    ],
  },
]
