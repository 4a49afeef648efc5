import type { SampleDiscussion } from '#demo/forums/sample-discussion.ts'

export const education: SampleDiscussion[] = [
  {
    by: 'daniel.whitehorse',
    hoursAgo: 31,
    lastCommentHoursAgo: 1.4,
    title: 'Phones out of the classroom: bell to bell, or let each teacher decide?',
    category: 'Education',
    tags: ['Schools', 'Children', 'Local control'],
    likes: 39,
    views: 171,
    description: `Our school voted last week, 31 to 29, to lock phones away from the first bell to the last. I was one of the 29, and I have taught long enough to know that I may be wrong.

*Why I voted no:* I use phones. My students photograph the creek, time experiments, read newspapers from 1918. A rule that I cannot bend makes me a guard instead of a teacher.

*Why the 31 voted yes:* If each teacher decides, the strict ones fight that fight alone, every hour, and the kids play one room against the next. One rule for all ends the argument at the door.

We start after the break. What happened at your school?`,
    comments: [
      'anna.petrov: Bell to bell since September. The first two weeks were awful. In week three I heard a sound at lunch that I could not place. It was talking.',
      '- daniel.whitehorse: All right, that got me. What did you give up?',
      '-- anna.petrov: Sensors. We used phones as accelerometers. I bought six used ones and took the cards out, $15 each. So: a solvable problem, if the school pays the $90.',
      '--- daniel.whitehorse: I would trade my vote for $90 and a drawer.',
      '---- grace.kim: You have just described most successful negotiations.',
      `----- daniel.whitehorse: Update for those who follow along: I asked. The principal said yes to the drawer before I finished the sentence. I will vote with the 31 next time, and ask for a review in June.`,
      'patrick.obrien: Parent and bus driver. I want my daughter to be able to call me. There are things that happen at schools now, and you all know which ones I mean.',
      `- benjamin.carter: I take that fear seriously. What we were told in training is that three hundred phones ringing make those minutes *more* dangerous, not less. What helps is that the office calls **you**, quickly, and that you trust it will. Most schools have not earned that trust yet.`,
      '-- patrick.obrien: "Have not earned that trust yet." Yes. That is it exactly. Fix that, and I hand over the phone myself.',
      'ayesha.siddiqui: My patients with diabetes read their sugar on a phone. Please write the exceptions before the rule, not after the first emergency.',
      'wyatt.jensen: Let the teacher decide. We hire grown-ups, then write rules as if we had not.',
      '- daniel.whitehorse: This was my whole speech, in a tenth of the words.',
      {
        line: 'tyler.begaye: My nephew reads more since the lockers came. He says it is because there is nothing else to do. I will take it.',
        before: 'My nephew reads more since the lockers came.',
      },
    ],
  },
  {
    by: 'benjamin.carter',
    hoursAgo: 247,
    lastCommentHoursAgo: 88,
    title: 'Should public money follow the child to a private school?',
    category: 'Education',
    tags: ['Schools', 'Public spending', 'Local control'],
    likes: 26,
    views: 133,
    description: `I am studying to teach, and my class split down the middle on this one. I promised to bring back arguments from outside our building.

The strongest case **for**, as I heard it: a family with money already chooses. It buys a house in the right district. A voucher gives the same choice to the family that cannot. And a school that can lose its pupils has a reason to listen.

The strongest case **against**: a public school must take every child, and the others do not have to. When the easy-to-teach leave with their money, the bus, the boiler and the special-needs teacher still cost the same, for fewer.

Two questions I could not answer:

1. Should a school that takes public money have to take every child that applies?
2. What about counties where the nearest private school is sixty miles away?`,
    comments: [
      'erik.lindqvist: Question 2 is us. There is one school. Any dollar that leaves goes to a place our kids cannot reach. I understand why a city wants it. I ask the state not to pay for it with our boiler.',
      '- samuel.adeyemi: I pastor in a city where parents pray to win a lottery for a seat. I ask the state not to make them wait until every boiler is paid. We are both right, Erik, and I do not enjoy it.',
      '-- erik.lindqvist: Then the money should come from a separate pot, decided on its own, and not out of the per-pupil formula. I could vote for that.',
      '--- samuel.adeyemi: So could I.',
      `noor.haddad: On question 1: yes, if the money is public. Take everyone, publish results, no fees on top. Many good schools will then say no thanks, and that is a fair answer as well.`,
      '- ruth.yoder: Our church school would close before it took rules from the state. It is not from stubbornness. The rules are why people left. So with your condition there is no choice for families like ours, and without it there is no fairness for others. I see that.',
      `victoria.nguyen: Speech therapist in schools. Please ask any program one question: what happens to the rights of a child with a disability after the move? In some programs they stay, in others the parents sign them away on page nine.`,
      '- benjamin.carter: Page nine goes straight into my presentation. Thank you.',
    ],
  },
  {
    by: 'erik.lindqvist',
    hoursAgo: 372,
    lastCommentHoursAgo: 160,
    title: 'Four-day school week: what we learned in two years',
    category: 'Education',
    tags: ['Schools', 'Rural life'],
    likes: 18,
    views: 76,
    description: `Our board tried it because we could not find a bus driver. I listened to every meeting, so here is what I can report. It is one district, not science.

- **Teachers:** applications doubled. This was the surprise, and the best part.
- **Money:** we saved little. Heating and buses are only a small share. Do not do it for the money.
- **Learning:** about the same for most. Reading fell a bit among the youngest who had the least help at home.
- **Families:** farm families like the Friday. Families with two jobs in town do not, and they are right.

We now keep the school open on Fridays, with lunch, for anyone who wants to come. Half come.`,
    comments: [
      'fatima.abdi: The lunch matters more than the lesson for some of them. Thank you for keeping the doors open.',
      'linh.tran: With a bakery and two kids I could not do this. Friday is my busiest day. Who looks after the half that does not come?',
      '- erik.lindqvist: Grandparents, mostly. That is a plan that works until it does not.',
      'thomas.redfeather: We use Fridays for language classes with elders. It fills the library. Same calendar, quite another result, because somebody planned the fifth day.',
      '- ingrid.sorensen: "Somebody planned the fifth day" should be the first line of any such proposal.',
    ],
  },
  {
    by: 'noor.haddad',
    hoursAgo: 640,
    lastCommentHoursAgo: 515,
    title: 'Should every student have to pass the citizenship test to graduate?',
    category: 'Education',
    tags: ['Civics', 'Schools'],
    likes: 15,
    views: 64,
    description: `People who become citizens answer questions from a public list. My mother studied them at the kitchen table, and I learned them by ear before I could read. Should everyone who is born here be able to do the same?

*Yes:* it is a low bar, and it says that we share something.
*No:* it rewards memory, and a kid can name the three branches without ever having been to a meeting.

What would you put in the place of it, if you are against?`,
    comments: [
      'daniel.whitehorse: Keep the test, make it worth little. Then require one public meeting with a page on what was decided, who spoke, and who was missing.',
      '- isabella.rossi: "Who was missing" is a better question than any on the list.',
      'deshawn.harris: I asked five from the list in the shop on Saturday. Nobody got all five. Including me.',
      '- noor.haddad: Which one fell?',
      '-- deshawn.harris: How many amendments. We had bids from ten to fifty. It is 27. I will never forget it now, so maybe tests do work.',
    ],
  },
  {
    by: 'katarina.novak',
    hoursAgo: 84,
    lastCommentHoursAgo: 22,
    title: 'Trade school or college: what would you honestly tell a seventeen-year-old?',
    category: 'Education',
    tags: ['Jobs', 'Schools'],
    likes: 24,
    views: 81,
    description: `My niece is good at math and good with her hands. Her school shows her colleges. I could get her into our apprenticeship tomorrow: paid from the first day, no debt, a real skill at twenty-one.

But I am forty-six, I work nights, and my knees know each winter. I do not want to sell her my life because it is the one I understand.

What do you wish someone had told *you* at seventeen? Please say what you do now.`,
    comments: [
      'caleb.thompson: Electrician. Wish I had been told that you run a business, not a screwdriver. Take one course in bookkeeping wherever you go.',
      'grace.kim: Budget analyst, two degrees, debt paid off at 38. Wish I had been told that the *name* of the college mattered to nobody after the first job.',
      'andrew.mcallister: Lobsterman. Wish someone had told me to wear gloves.',
      `zara.hussain: Graduate student. College opened doors for me that I could not even see from home. For a kid without family in an office, the door is the point, not the diploma. Both paths are fine. The bad one is *starting college, borrowing, and leaving*. So ask which one she would finish.`,
      '- katarina.novak: "Which one would you finish?" I asked her at dinner. She thought about it for a long time. Thank you, that was the right question.',
      'mei.chen: Software tester. Apprentice first, then college at night, paid by the employer. Slow, but I never owed anyone a cent.',
    ],
  },
]
