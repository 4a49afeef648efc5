import type { SampleDiscussion } from '#demo/forums/sample-discussion.ts'

export const environment: SampleDiscussion[] = [
  {
    by: 'anna.petrov',
    hoursAgo: 41,
    lastCommentHoursAgo: 0.4,
    demoVisitHoursAgo: 3,
    title: 'New nuclear plants, or the same money for wind, solar and storage?',
    category: 'Environment',
    tags: ['Energy', 'Climate', 'Nuclear power', 'Public spending'],
    likes: 48,
    views: 212,
    description: `My seniors asked me this in class, and I noticed that I only knew one side well. So here is my attempt at both, and I would like you to improve them.

**For new reactors.** They run day and night, in any weather, for sixty years or more. They need little land. A grid with a steady core needs fewer batteries and fewer new power lines. Countries that built many of the same design learned to build them faster.

**For wind, solar and storage.** They can be built in two years instead of twelve. Prices have fallen for decades, and each small project that fails costs little. Nothing has to be guarded for centuries afterwards.

Please argue with the strongest form of the other side, not with the silliest. What would change *your* mind?`,
    comments: [
      'caleb.thompson: As an electrician I care about one thing: what happens on the coldest, stillest evening in January. Show me the plan for that evening and I will vote for either one.',
      `- jorge.maldonado: Fair question. I install solar with batteries in Ponce, and our honest answer is: batteries carry you through a night, not through a week. For a week you need something else, such as long lines to where the wind blows, hydro, or yes, a reactor.`,
      `-- caleb.thompson: Thank you for not selling me anything. So the argument is really about the *last tenth* of the year?`,
      `--- anna.petrov: That is how I read the studies too. The first 80 or 90 percent is cheap with wind and sun. The last part is where the costs climb, and where people who agree on everything else start to disagree.`,
      `---- grace.kim: And the last part is where the accounting gets slippery. A plant that only runs in bad weeks has to earn its whole keep in those weeks. A reactor that only runs in bad weeks is the most expensive battery ever built.`,
      `----- anna.petrov: > the most expensive battery ever built

I will steal that for class. But then it should run *all* the time, and the question turns around: how much wind and sun do you still want next to it?`,
      `------ grace.kim: Less than the brochures say, and more than zero. I concede that my sentence only works if you already decided to build the wind first. The order of decisions matters more than I admitted.`,
      '- wyatt.jensen: That evening is called Tuesday here.',
      'hannah.goldberg: Cost is the whole story for me. A project that takes twelve years pays interest for twelve years before it sells anything. Half of the price of a reactor is waiting.',
      '- katarina.novak: Half of the price is also never building the same thing twice. We make pump housings. The first one costs a fortune, the tenth is routine. Order ten and then talk about price.',
      '-- hannah.goldberg: That is the best argument on your side, and I do not have a good answer to it. Who signs for ten, though? A state cannot. A utility will not.',
      '--- samuel.adeyemi: Then perhaps that is the real question for us as citizens: whether we want the public to sign for ten. It is a choice about trust, not about physics.',
      `kenji.nakamura: Two things that both camps forget:

1. Reactors need cooling water, and rivers are getting warmer.
2. Wind and solar need mines, and mines need rivers too.

There is no clean choice. There are choices with damage in places we can see and damage in places we cannot.`,
      '- tyler.begaye: Thank you. I grew up near old uranium mines that nobody cleaned up. I am not against nuclear power. I am against forgetting who lived next to it last time.',
      '-- anna.petrov: This belongs in the lesson, Tyler. May I quote you?',
      '--- tyler.begaye: You may. Tell them cleanup should be paid before the first ton leaves, not after.',
      'jamal.washington: I changed my mind while reading this, from "solar only" to "I want to see the plan for the bad week." First time a comment section did that to me.',
    ],
  },
  {
    by: 'tyler.begaye',
    hoursAgo: 118,
    lastCommentHoursAgo: 19,
    title: 'Prescribed burns: who should decide when a town gets the smoke?',
    category: 'Environment',
    tags: ['Wildfire', 'Public lands', 'Public health'],
    likes: 31,
    views: 96,
    description: `I fight wildfires for a living. Each spring we have perhaps twelve days that are dry enough to burn on purpose and calm enough to keep it where we want it. Each spring about half of those days are lost, because a town downwind says no.

I understand the town. Smoke is smoke, and a child with asthma does not care whether it was planned. But the forest will burn. The choice is a little smoke on a day we pick, or a lot of smoke on a day the lightning picks.

Who should have the last word: the fire crew, the county, the state health office? And what would you need from us to say yes?`,
    comments: [
      `ayesha.siddiqui: As a pediatrician: give me **48 hours of notice** and I can help almost every family. We adjust medicine, lend air filters, move a soccer game. Surprise is what fills the emergency room.`,
      '- tyler.begaye: Wind forecasts are honest for about 24 hours. Would a "maybe" at 48 and a "yes" at 18 be of use, or would it just make people stop listening?',
      '-- ayesha.siddiqui: A maybe is fine if you also send the "called off." Hospitals live with maybe every day.',
      'wyatt.jensen: Ranchers burned here for a hundred years without a permit office. Some of what we call expertise is remembering.',
      '- miguel.santos: Agreed, and there were a tenth as many houses downwind. Both can be true.',
      'fatima.abdi: The people who get the most smoke are the ones who cannot leave: farm workers, people in trailers, elders. If there is money for burning, some of it should buy filters for them. That is cheaper than one helicopter hour.',
      '- grace.kim: I looked at a few county budgets. Filters for a small town cost less than the printing of the smoke brochure. I wish I were joking.',
    ],
  },
  {
    by: 'marcus.bell',
    hoursAgo: 305,
    lastCommentHoursAgo: 150,
    title: 'Raise the house, build the levee, or buy people out? Who pays?',
    category: 'Environment',
    tags: ['Flooding', 'Housing', 'Public spending'],
    likes: 22,
    views: 84,
    description: `Our street flooded three times in nine years. The parish offers three things, and neighbors who have been friends for decades stopped greeting each other over them.

- *Raise the house.* Keeps the street together. The owner pays a third.
- *Build the levee higher.* Protects everybody behind it, and sends the water to the people who are not.
- *Buy us out.* Ends the bill for good. Also ends the street, the church and the second line on my uncle's birthday.

I play trombone at that birthday, so I am not neutral. But I would like to hear how people who do **not** live on water think about paying for people who do.`,
    comments: [
      'ruth.yoder: I live on a hill in Indiana, so I am the one you ask. I would gladly pay once. I would not gladly pay every third year. A buyout feels cruel to me and the third repair feels foolish, and I do not know how to weigh those.',
      '- marcus.bell: That is the most honest answer I have had. Would you feel different about the second repair if the house were raised?',
      '-- ruth.yoder: Yes, I would. Then it is not a repair. Then it is a fix.',
      'sofia.ramirez: Engineer here. A levee is a promise to maintain it forever. Towns are good at building and bad at forever. If the maintenance is not in the budget by law, I would rather raise houses.',
      `isabella.rossi: There is a value that no table shows. Streets like yours are where songs come from. That is not a reason to let people drown. It is a reason to offer a buyout to a *whole block that moves together*, instead of one house at a time.`,
      '- hannah.goldberg: A few towns have tried to move together. It takes patience and one stubborn person with a clipboard, and it can work.',
    ],
  },
  {
    by: 'caleb.thompson',
    hoursAgo: 498,
    lastCommentHoursAgo: 402,
    title: 'Plastic bag bans: does anyone have numbers that survive a second look?',
    category: 'Environment',
    tags: ['Waste', 'Sources wanted'],
    likes: 17,
    views: 71,
    description: `My county wants to ban thin plastic bags. I have read that bans cut litter by a lot. I have also read that people then buy thicker bags, and that a cotton bag must be used for years before it does any good.

Both sides in my town quote "a study." Nobody can say which one. I would like to know:

1. What happens to litter on the ground and in the creek?
2. What happens to the total weight of plastic sold?
3. Who checked, and how?

I have no opinion yet. I want one that I can defend at the hardware store.`,
    comments: [
      `zara.hussain: I read a pile of these for a seminar. In short: (1) litter counts of thin bags fall clearly, that result is solid. (2) Sales of trash bags rise, and eat up part of the gain, how much depends on the town. (3) The claim about cotton bags counts energy and water, *not* litter. People compare two different questions.`,
      '- caleb.thompson: So "is it good for the creek" and "is it good for the climate" have different answers. That explains every argument I have heard.',
      '-- zara.hussain: It explains most of graduate school, too.',
      'kenji.nakamura: I find bags in turtles. I do not find cotton in turtles. I know that is not a study.',
      'luis.ortega: Small restaurant here. A fee of ten cents changed more than the ban did. People will do a lot for ten cents.',
      '- margaret.kowalski: I have carried the same canvas bag since 1988. It has outlived three presidents of the garden club.',
    ],
  },
  {
    by: 'andrew.mcallister',
    hoursAgo: 76,
    lastCommentHoursAgo: 8.5,
    title: 'Wind turbines offshore: what fishermen would like planners to hear first',
    category: 'Environment',
    tags: ['Energy', 'Oceans', 'Local business'],
    likes: 27,
    views: 88,
    description: `I am a lobsterman and I sit on our select board, so I get yelled at in two places about the same turbines.

Half of my harbor thinks the project will end fishing. The other half thinks it may bring the only jobs that our kids would stay for. I have been to nine meetings. At eight of them, the map was already drawn when we came in.

What I ask for is not a veto. I ask to be in the room **before** the map. We know where the bottom is soft, where the right whales pass, where the fog sits. That knowledge is free of charge until you ignore it.

Has anybody seen a project, of any kind, where this was done well?`,
    comments: [
      'elijah.freeman: Shrimper, other end of the coast, same eight meetings. The one good one was held on a dock at five in the morning. The planners came in boots. They moved two lines on the map that day.',
      '- andrew.mcallister: Boots. I will bring that up. I mean it.',
      'jorge.maldonado: I am for these projects, and I agree with every word. Energy people (my people) come with the answer and call the meeting "input."',
      `hannah.goldberg: Planner here, so tomatoes are welcome. The law makes us show a *finished* alternative for comment. If we come early with a blank map, we get sued for leaving the process vague. I would love a rule that lets us come early.`,
      '- noor.haddad: It exists in part. An agency can hold scoping meetings before a draft. It is rarely used well, because it has no deadline and everything else does.',
      '-- hannah.goldberg: True. "We had no time to start earlier" is a sentence that I have said out loud.',
    ],
  },
]
