import type { SampleDiscussion } from '#demo/forums/sample-discussion.ts'

export const immigration: SampleDiscussion[] = [
  {
    by: 'sofia.ramirez',
    hoursAgo: 37,
    lastCommentHoursAgo: 0.7,
    demoVisitHoursAgo: 6,
    title: 'What would an immigration law look like that both sides could live with?',
    category: 'Immigration',
    tags: ['Border', 'Congress', 'Jobs'],
    likes: 46,
    views: 203,
    description: `I build bridges in Arizona, an hour from the border. I would like to try something here: not to win, but to **write a law that each side would sign with a sour face**.

My first draft:

- A border that is controlled, with enough people and judges to decide a case in months instead of years.
- A legal way to come for work, sized each year by how many jobs stay empty.
- Employers must check papers, with a system that works, and are fined when they do not.
- People who have been here for ten years, work and have no crimes: a fine, back taxes, then papers. Not citizenship first.

Take away one thing, add one thing, and say which *other side's* wish you can live with.`,
    comments: [
      {
        line: `olivia.bennett: Moderator here. A request, since this subject is about the lives of people who read along: argue about *rules*, not about who your neighbor is. Most of you are doing this already, and it is a pleasure to read.`,
        pinned: true,
      },
      `luis.ortega: I can live with the employer check, and I run a kitchen. My one condition: the system must be right. Last time it told me that a man born in Reno did not exist.`,
      '- sofia.ramirez: How long did it take to prove that he did?',
      '-- luis.ortega: Five weeks. He waited, I waited, we both washed dishes.',
      `--- caleb.thompson: Then put that in the law. If the check is wrong, the worker keeps working until it is settled, and the government pays for the error. I am for strict checks, and I would sign this.`,
      '---- noor.haddad: This is close to how it was meant to work. The part that is missing is a deadline for the *government*. A worker has days to answer. The office has no limit.',
      '----- caleb.thompson: A deadline for both, or for neither. That is just fairness. I did not know it was one-sided.',
      '------ luis.ortega: Look at us. Section three is done.',
      `wyatt.jensen: I want the border controlled first, and the rest after. Not because I am against the rest. Because in my lifetime they did the rest twice and the first part never.`,
      `- sofia.ramirez: I hear this from my father, who came with papers and waited eleven years for them. What would "first" look like, so that you would believe it? A number? A date? A person you trust who says so?`,
      '-- wyatt.jensen: Nobody has asked me that before. Probably a number, counted by somebody who does not run for office.',
      `--- sofia.ramirez: So: the work visas start on the day when an independent count says that the border is controlled, and the count is public every month. Would you then also accept that they start *by themselves*, without another vote?`,
      '---- wyatt.jensen: By themselves. Yes. If it works both ways, and they stop when the count goes bad.',
      '----- grace.kim: A trigger in both directions is the first new idea that I have read on this in years. The fight will be over who counts, and that is a better fight.',
      `fatima.abdi: I came as a refugee, and I do not see people like me in the draft. Most of us did not come for a job. Please add a door for those who run from something, with a number that Congress sets each year in daylight.`,
      '- sofia.ramirez: You are right. Added. It was not in the draft because I did not know where to put it, which is perhaps how it goes in Washington, too.',
      'ruth.yoder: The wish of the others that I can live with: the fine and the papers. I used to be against it. Then I asked myself who would milk.',
      '- erik.lindqvist: Thank you, Ruth. I have asked myself the same at 4 a.m.',
    ],
  },
  {
    by: 'erik.lindqvist',
    hoursAgo: 176,
    lastCommentHoursAgo: 64,
    title: 'Farm work visas: cows do not have a season',
    category: 'Immigration',
    tags: ['Jobs', 'Rural life', 'Congress'],
    likes: 23,
    views: 79,
    description: `There is a visa for farm work in a season. A dairy has no season, so we cannot use it. I have advertised the job for two years, above the local wage, with a house. I had three applicants. One stayed, for nine days.

People tell me to pay more. I might, and then milk from a country with lower wages is on your shelf. People tell me to buy robots. I did, two. A robot does not see that a calf is ill.

What I would like is a visa for year-round work, with housing checked, the right to **change employers**, and a count that goes down when Americans apply. What is wrong with that? Somebody will think that something is, and I want to hear it from you, not from a lobbyist.`,
    comments: [
      `katarina.novak: What is wrong with it from my side: as long as there is somebody who can only stay while you are pleased with him, he cannot ask for more, and then neither can I. The right to change employers is the heart of it. With it, I am not against.`,
      '- erik.lindqvist: It is in there because my neighbor lost a good man to a worse farm that held his papers. It should be the first line.',
      'caleb.thompson: How would the count go down? Who decides that enough Americans applied?',
      '- erik.lindqvist: Honest answer: I do not know. If it is me, it will be abused by somebody. If it is an office, it will take a year.',
      '-- grace.kim: Tie it to the local unemployment rate. Published each month, nobody on a farm or in an office touches it.',
      'margaret.kowalski: I would pay more for milk. I would like to say so to someone, but the carton does not ask.',
    ],
  },
  {
    by: 'linh.tran',
    hoursAgo: 445,
    lastCommentHoursAgo: 330,
    title: "How long did your family's papers take?",
    category: 'Immigration',
    tags: ['Family stories'],
    likes: 38,
    views: 115,
    description: `No politics in this one, please. Just the years.

Mine: my parents came in 1981 from a camp, after fourteen months. My aunt was sponsored by them in 1990 and arrived in 2003. She had become a grandmother in the meantime.

What was it in your family, and what do you remember about it?`,
    comments: [
      'sofia.ramirez: Eleven years for my father. He kept each letter in a cookie tin. As a kid I thought that citizenship was something that comes in a tin.',
      'patrick.obrien: Great-grandfather: four days on Ellis Island, misspelled, done. I never knew how lucky that was until I drove a bus with people who wait for twelve years.',
      'samuel.adeyemi: Six years, and one interview in which they asked me for the name of my chess club. I still do not know why.',
      '- linh.tran: Did you get it right?',
      '-- samuel.adeyemi: I was the president. I hesitated.',
      'thomas.redfeather: My people were here. It was made law that we were citizens in 1924. So: some thousands of years, and then an act.',
      '- isabella.rossi: I will tell this on my tours, if I may. With your name or without it.',
      '-- thomas.redfeather: With the year. The year is what people do not believe.',
    ],
  },
  {
    by: 'zara.hussain',
    hoursAgo: 108,
    lastCommentHoursAgo: 35,
    title: 'Asylum cases wait for years. Do we need more judges, or different rules?',
    category: 'Immigration',
    tags: ['Border', 'Courts'],
    likes: 21,
    views: 86,
    description: `A wait of several years hurts everybody. Those with a good case live in fear for years. Those with a weak case have a reason to come, because the wait itself is the prize. So nobody can defend the line as it is.

*More judges and officers* keeps the promise that each case is heard with care. It costs money, and it takes time to train people.

*Stricter rules at the start* decide quickly who may file at all. It is faster, and some who told the truth badly, tired and without a lawyer, are sent back to what they fled from.

Which mistake would you rather make, and how many of them?`,
    comments: [
      'noor.haddad: Judges. A decision in six months, either way, does more to discourage weak claims than any rule, and it harms nobody who has a strong one. It is the rare policy that both camps should want.',
      '- wyatt.jensen: Then why has it not been done?',
      '-- noor.haddad: Because it costs money now and wins no one an argument on television.',
      `miguel.santos: Last in, first out. Decide *new* cases at once, so that the wait stops being the prize, and work down the old ones behind it. It is unfair to those who have waited the longest, I know.`,
      '- zara.hussain: This was tried, and people still argue about what it did. Most agree on one thing: it only works if there are enough officers to decide the new cases at once. So you are half right, which is above average on this topic.',
      'victoria.nguyen: An interpreter is cheaper than an appeal. I work with language every day. Half of what looks like a lie is a bad translation.',
    ],
  },
  {
    by: 'samuel.adeyemi',
    hoursAgo: 471,
    lastCommentHoursAgo: 399,
    title: 'Should local police help with immigration enforcement, or stay out of it?',
    category: 'Immigration',
    tags: ['Police', 'Local control', 'Courts'],
    likes: 12,
    views: 124,
    lockedFor:
      'The arguments are all here, and the last day brought only accusations. Please start a new discussion on a narrower question.',
    description: `I pastor a church with officers in it, and with families who are afraid of officers. On Sunday they pass each other the bread.

*For helping:* the law is the law, and a city should not choose which part of it to see. If a man is already in jail for a crime, it is safer to hand him over there than to look for him at his home.

*For staying out:* if a mother thinks that calling the police may end with her husband gone, she will not call. Then the crimes against her are never seen by anyone.

Is there a line between the two that you would be able to explain to both families?`,
    comments: [
      `benjamin.carter: The line I could explain: **in the jail, yes. At the door, no.** After a conviction for something serious, hand over. On a traffic stop or when someone calls for help, do not ask.`,
      '- samuel.adeyemi: I tried this on both families. The officer said he could work with it. The mother asked what "serious" means. I had no good answer.',
      '-- noor.haddad: Then the list has to be in the law, short, and public. "Serious" without a list will grow.',
      '--- benjamin.carter: A list. Yes. Violence, and selling the worst drugs, to begin with. Not a broken tail light.',
      {
        line: 'deshawn.harris: I hear both of these families in one afternoon, one in each chair. The list is right. But whoever holds the list must not be the one who holds the scissors.',
        deleted: true,
      },
      '- samuel.adeyemi: That is the part I was missing. Those who write the list should not be those who enforce it.',
      {
        line: 'miguel.santos: Easy for people to say who never had to live next to it. Some of you are plain liars, and you know who you are.',
        removedFor:
          'Accuses other members of lying. See the guidelines: argue with what was said, not with who said it.',
      },
      '- samuel.adeyemi: I would like to hear what you live next to. Truly. Say it again, about the thing and not about the people here.',
      {
        line: `olivia.bennett: I have locked this discussion. The first two days were some of the best writing we have had here, and I hope that you read it. The last day was not. Nobody is in trouble. Someone please start again with a narrower question, such as "what should happen at the jail?"`,
        pinned: true,
      },
    ],
  },
]
