import type { SampleDiscussion } from '#demo/forums/sample-discussion.ts'

export const general: SampleDiscussion[] = [
  {
    by: 'samuel.adeyemi',
    hoursAgo: 27,
    lastCommentHoursAgo: 0.5,
    title: 'Tell us about one time you changed your mind',
    category: 'General',
    tags: ['Civics', 'Family stories'],
    likes: 52,
    views: 194,
    description: `Not about a movie. About something public: a law, a vote, a kind of people.

I will begin. For years I was sure that bail was simple. Then a boy from my choir sat in a cell for nineteen days, over $400, for something he had not done. I had been *for* the rule that kept him there. I am not sure what I am for now. But I stopped being sure, and I date it to that month.

What happened to you? And was it an argument, or a person?`,
    comments: [
      'amara.okafor: A person. I was against letting families stay overnight in intensive care. Then I was the family.',
      'caleb.thompson: An argument, believe it or not. Somebody here asked me which evidence would change my mind on speed cameras. I could not name any. It bothered me for a week, so I read. Now I am for them near schools and nowhere else.',
      '- hannah.goldberg: I may have been the somebody. For the record, you moved me on *nowhere else*.',
      '-- caleb.thompson: Nobody told me that. I thought I had lost.',
      '--- samuel.adeyemi: And there it is. We tell people when they are wrong and never when they were right.',
      '---- hannah.goldberg: Rule for myself from today: if you moved me, I will say so, in the same place where I argued.',
      `wyatt.jensen: Wolves. I was for shooting all of them. Then a young fellow from the state came out, sat in my truck for two nights and did not say one clever thing. I am for shooting some of them.`,
      '- tyler.begaye: The two nights in the truck did more than any report will.',
      'rosa.delgado: I was sure that people who do not vote do not care. Then I drove a few of them to the polls. Two jobs, no car, and nobody had ever told them where it is.',
      '- jamal.washington: Same. I quit saying "lazy" that day.',
      'grace.kim: A spreadsheet, of course. My own. I had proved that a program failed. A summer intern found that I had sorted one column and not the other.',
      '- anna.petrov: Please tell me that you hired the intern.',
      '-- grace.kim: She is my boss now.',
      'erik.lindqvist: I thought that the school board was against us. Then I got elected to nothing, just sat there every month for a year. They were not against us. They were tired.',
    ],
  },
  {
    by: 'rosa.delgado',
    hoursAgo: 2.6,
    lastCommentHoursAgo: 0.2,
    title: 'Make Election Day a holiday? A poll worker asks for your honest opinion',
    category: 'General',
    tags: ['Elections', 'Voting access'],
    likes: 24,
    views: 78,
    description: `I have opened a polling place at six in the morning since 1998. At noon it is quiet. At half past five the line goes around the church, and some people look at their watch and leave. I see their faces.

A holiday would help them. Or would it? My neighbors who work in stores and hospitals **work on holidays**. They would have the same shift, and no daycare.

Some say: two weeks of early voting instead. Some say: one day, together, is what makes it *ours*.

What do you say?`,
    comments: [
      'priya.raman: I have worked every holiday for eleven years. A holiday is for people with desks. Give me two Saturdays.',
      '- rosa.delgado: Two Saturdays I can staff. My ladies would come for two Saturdays.',
      `daniel.whitehorse: There is something to the one day. My students come back and say "I stood behind my dentist." Early voting is easier, and nobody stands behind anyone. I would keep one day *and* let people out of work for two hours, by law, paid.`,
      '- luis.ortega: Two paid hours I can do, if I know by the week before who goes when. Put that in, and restaurants will not fight you.',
      '-- daniel.whitehorse: Notice by Friday. Fair.',
      'caleb.thompson: Longer early voting means that some vote before the last debate, or the last scandal. Is nobody bothered by that?',
      '- rosa.delgado: It bothers me a little. Then I remember the faces.',
      'patrick.obrien: Free buses that day. It costs a city almost nothing, and I volunteer to drive the first.',
    ],
  },
  {
    by: 'patrick.obrien',
    hoursAgo: 190,
    lastCommentHoursAgo: 70,
    title: 'Term limits for Congress: which problem would they actually solve?',
    category: 'General',
    tags: ['Congress', 'Elections'],
    likes: 27,
    views: 109,
    description: `Everybody on my bus is for them. When I ask what would get better, I get three different answers:

1. New people would be closer to us.
2. They would not spend half of their time on raising money for the next race.
3. "Just get them out."

As a union steward I have seen the other side. When the company sends somebody with twenty years and we send somebody with one, I know who writes the contract. In Congress, the ones with twenty years would be staff and lobbyists.

Change my mind, or make it firmer.`,
    comments: [
      `grace.kim: I can make it firmer. States that have limits give us a test. From what I have read, the power moved to the governor and to the agencies, and new members did not look different from the old ones. But people there *like* the limits and keep them. That counts for something too.`,
      '- patrick.obrien: It does. If people trust it more, then it works in a way, even if nothing else changes.',
      `andrew.mcallister: For limits, twelve years. I sit on a select board. In year one I asked stupid questions. In year ten I had stopped asking, and some of those questions were not stupid.`,
      '- margaret.kowalski: Best case I have heard for it. Thirty years on one route, and the new carrier found a shorter way in a week.',
      '-- patrick.obrien: All right. Softer, not firmer. Long limits, then, and more pay for committee staff, so that they do not leave for the lobby.',
      'wyatt.jensen: We have a term limit. It is called November.',
      '- noor.haddad: In a district where one side always wins, November is a formality. I would rather fix how the lines are drawn. Then your term limit would work.',
    ],
  },
  {
    by: 'olivia.bennett',
    hoursAgo: 700,
    lastCommentHoursAgo: 260,
    title: 'Welcome! How we argue here, and what makes a good reply',
    category: 'General',
    tags: ['Welcome'],
    likes: 44,
    views: 231,
    description: `I look after these forums a little. There are few rules, and you find them under Community Guidelines. For facts about government, [usa.gov](https://www.usa.gov) is a good place to start. What matters more than both is a habit.

A good reply here often does one of these:

- It **quotes** the sentence that it answers.
- It says what is *right* about the other view before it says what is wrong.
- It asks a question that it does not know the answer to.
- It brings a source, and says what the source does not show.
- It says "you moved me," when that is so.

You do not have to be formal. You may be funny. Some of the best arguments here are nine words long and come from Wyoming.

Say hello below, tell us where you are and what you hope to understand better.`,
    before: {
      title: 'Welcome! How we argue here',
      description: `I look after these forums a little. There are few rules. What matters more is a habit. Say hello below, tell us where you are and what you hope to understand better.`,
    },
    comments: [
      'margaret.kowalski: Hello from Illinois. I hope to understand why my grandchildren are so sure, and I was, too.',
      'wyatt.jensen: Wyoming. I counted. It is usually seven.',
      '- olivia.bennett: I stand corrected, in four.',
      'kenji.nakamura: Aloha from Hilo. I hope to understand how people who never see an ocean think about it.',
      '- erik.lindqvist: Like you think about cows, I would guess. Hello from Minnesota.',
      'jorge.maldonado: Ponce, Puerto Rico. Three million of us cannot vote for the people who decide on our power lines. I hope to talk about this without it being about parties.',
      '- olivia.bennett: Please start that discussion. I would read it.',
      'leilani.kahale: Good morning. I would like to understand budgets. I hear there is a woman here who enjoys appendices.',
      '- grace.kim: Present.',
    ],
  },
  {
    by: 'victoria.nguyen',
    hoursAgo: 232,
    lastCommentHoursAgo: 94,
    title: 'Taxed without a vote: what would be fair for D.C. and the territories?',
    category: 'General',
    tags: ['Voting access', 'Congress', 'Local control'],
    likes: 25,
    views: 98,
    description: `I live in Washington. I pay federal taxes, I am called for federal juries, and I have a delegate in the House who may not vote on the final bill. My license plate complains about it.

*For statehood or a full vote:* it is the oldest American argument there is. Nobody should be ruled by people they cannot vote out.

*Against:* the founders wanted a capital that belongs to no state. One city as a state would give two senators to fewer people than live in many counties. Some would give the homes back to Maryland instead.

And Puerto Rico, Guam and the others have a different history, and may want different things. What would be **fair**, if you did not know which side would win by it?`,
    comments: [
      `jorge.maldonado: From Ponce: here we do not agree either. Some want to be a state, some a country, some a better version of today. What all of us want is that the question is asked **by Congress, with an answer that counts**. We have voted many times in polls that counted for nothing.`,
      '- victoria.nguyen: I should have led with this. A vote that binds somebody.',
      'samuel.adeyemi: Marylander. Has anyone asked Maryland? I would welcome you, Victoria. I am not sure that my state would, and I am not sure that you would.',
      '- victoria.nguyen: I like your crabs. I would rather have my own senators. But if it were that or nothing, I would think hard.',
      `caleb.thompson: I was against, because I suspected that it is all about two seats. Then I read your last sentence and tried it the other way around: if those 700,000 voted like *my* county, would I be for it? I would. So I have to be for something. A House member with a full vote, at least.`,
      '- grace.kim: That test should be printed on the ballot.',
      'thomas.redfeather: Please do not forget the nations that are inside of states. We vote in both, and are heard in neither. Fairness has more than one map.',
    ],
  },
]
