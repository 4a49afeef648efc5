import type { SampleDiscussion } from '#demo/forums/sample-discussion.ts'

export const defence: SampleDiscussion[] = [
  {
    by: 'jamal.washington',
    hoursAgo: 47,
    lastCommentHoursAgo: 6.3,
    title: 'One year of national service for everyone at eighteen, military or civilian?',
    category: 'Defence',
    tags: ['National service', 'Civics', 'Armed forces'],
    likes: 29,
    views: 122,
    description: `I coach kids who never met anyone from two counties over. I believe in showing up, and I wonder about making everybody show up once: a year in the service, on a trail crew, in a nursing home, your choice.

The best reason **for** that I know: people who have carried something heavy together argue differently afterwards.

The best reason **against**: a free country does not take a year of your life without an emergency. If the work is worth doing, pay for it.

If you served in any way, I would especially like to hear from you, whichever way you lean.`,
    comments: [
      `benjamin.carter: Served six years. I would keep it voluntary. The person next to me had *chosen* to be there, and that is what I trusted. But I would make the civilian year so good, with tuition and a real skill, that half of them choose it.`,
      '- jamal.washington: What would have to be in it, for the kid who thinks it is for suckers?',
      '-- benjamin.carter: Money, first. Then something that he can point at. I built a bridge and my mother has a photo of it.',
      "--- tyler.begaye: Crew photos. Every firefighter's mother has one. You are right that pointing matters.",
      `noor.haddad: The law side: courts have allowed a draft for war. A required *civilian* year would be new ground, and many serious people think that the Thirteenth Amendment stands in its way. So "required" may need an amendment, and "very attractive" needs only a budget.`,
      '- jamal.washington: I had not thought of that at all. It moves me toward "very attractive."',
      '-- samuel.adeyemi: It moves me the other way. What anyone may buy their way out of, the comfortable will skip. Then it is one more thing that poor kids do for the country.',
      '--- benjamin.carter: Pastor, that is the strongest point against me. I do not have a full answer. I would begin with the schools of the comfortable.',
      'ingrid.sorensen: My uncle did his year in the old country. He complained about it for sixty years and never missed a reunion.',
      'wyatt.jensen: My kids do a year of service every year. It is called calving.',
    ],
  },
  {
    by: 'grace.kim',
    hoursAgo: 281,
    lastCommentHoursAgo: 121,
    title: 'How much defense is enough? A way to read the budget without shouting',
    category: 'Defence',
    tags: ['Federal budget', 'Armed forces', 'Sources wanted'],
    likes: 23,
    views: 111,
    description: `People ask whether the budget is too large or too small. I work with budgets, and I think that this is the wrong first question. Try these three, in this order:

1. **What do we want to be able to do?** Protect the country? Keep sea lanes open? Fight one war, or two at a time? Most of the difference between a "high" and a "low" budget is right here, and it is a question for citizens, not for experts.
2. **What does that take?** Now the experts. People, ships, stocks, training. About a third goes for people, and nobody proposes to pay them less.
3. **Are we buying it well?** Late programs, parts that cost too much, bases that nobody wants to close. Everybody agrees on this, and so everybody begins here. It is real money, but it is not the main thing.

You can hold that we try to do too much, or that we pay too little for what we promised. Both are serious views. "It is all waste" and "any cut is weakness" are not.

What is your answer to number 1?`,
    comments: [
      'benjamin.carter: My answer to 1: fewer places, kept well. I was in one where we had forgotten why. A promise that you cannot keep is more dangerous than one that you never made.',
      '- kenji.nakamura: From Hawaii it looks different. Here the sea lanes are the grocery store. "Fewer places" always sounds like somewhere else.',
      '-- benjamin.carter: Fair. I was thinking of sand, and you are thinking of water.',
      `elijah.freeman: Half of the jobs in my county hang on a yard that fixes ships. I notice that this makes me bad at question 1. I would guess that there is a yard in every district, and that this is not by accident.`,
      '- grace.kim: It is not by accident. It is the most honest sentence anyone has written under one of my posts.',
      'anna.petrov: Could question 3 pay for a part of question 2? You say that it is real money. How real?',
      '- grace.kim: A few percent, over many years, if Congress lets you. Worth doing. It will not settle whether we want one war or two.',
    ],
  },
  {
    by: 'noor.haddad',
    hoursAgo: 402,
    lastCommentHoursAgo: 232,
    title: 'Should every authorization to use military force expire unless Congress renews it?',
    category: 'Defence',
    tags: ['Congress', 'Armed forces'],
    likes: 18,
    views: 73,
    description: `The Constitution gives Congress the power to declare war. In practice Congress passes an authorization, and it stays on the books for decades, for conflicts that nobody had in mind.

*For an end date, say two years:* somebody must stand up and say yes, again, in public. The families of those who are sent are owed this much.

*Against:* an enemy can read a calendar. Allies can, too. And a Congress that cannot pass a budget on time may let a mission lapse out of neglect, not by decision.

You can look up the texts on [congress.gov](https://www.congress.gov). They are short. That surprised me the most.`,
    comments: [
      'benjamin.carter: For. We were told that the country was behind us. A vote every two years would be one way to check.',
      'grace.kim: What if it did not end, but the *money* had to be voted separately? Congress is never on time, but it does not forget to fund things.',
      '- noor.haddad: Clever. A named line for each authorization, that cannot be folded into the rest. Then silence means no money, and nobody can hide.',
      '-- patrick.obrien: They would fold it into the rest by Tuesday.',
      '--- noor.haddad: Probably by Monday. It is still better than today.',
      'katarina.novak: Against, and I did not expect it of myself. The worst deal is one where the other side only has to wait.',
    ],
  },
  {
    by: 'elijah.freeman',
    hoursAgo: 610,
    lastCommentHoursAgo: 490,
    title: 'The base near us may close. What happened to your town afterwards?',
    category: 'Defence',
    tags: ['Jobs', 'Local business', 'Armed forces'],
    likes: 13,
    views: 58,
    description: `Nothing is decided. But trucks leave full and come back empty, and my church lost eleven families in a year.

I have heard that some towns came out better ten years on, with a college or an airport where the base was. I have heard that others are a gas station now. What made the difference? I would like us to start on it before the letter comes.`,
    comments: [
      'andrew.mcallister: Ours closed when I was young. What made the difference was one board with one plan. The next town over had three boards and three plans, and it is still arguing with itself.',
      '- elijah.freeman: We have four boards today. I will start with the deacons and work outward.',
      'sofia.ramirez: Ask about the ground **first**. Fuel, solvents, old landfills. The cleanup decides what can be built and when, and nobody tells you until you ask.',
      'hannah.goldberg: Keep the street grid and the trees. Old bases have beautiful trees. Towns that kept them have a neighborhood, and the others have a parking lot.',
    ],
  },
  {
    by: 'miguel.santos',
    hoursAgo: 160,
    lastCommentHoursAgo: 38,
    title: 'Drones over airports, stadiums and power plants: who may take one down?',
    category: 'Defence',
    tags: ['Drones', 'Police', 'Privacy'],
    likes: 17,
    views: 66,
    description: `I fly a drone for surveying, with a license and a vest. On patrol in the winter I have had strangers fly one into the path of a rescue helicopter. So I sit on both sides.

Today, as I understand it, only a few federal agencies may bring one down. A sheriff may watch.

Should local police be able to do it? A power plant? A farmer over his own field? What goes up and is shot at also comes down, on somebody.`,
    comments: [
      'wyatt.jensen: A farmer over his own field, yes. With a hat, if necessary.',
      `mei.chen: The part that people miss: most tools do not shoot. They jam the radio. The same radio runs a hospital pager or a kid's insulin pump. I would want training and a log of every use, for any agency at all.`,
      '- miguel.santos: And a rule that a helicopter in the air beats everything. That would have saved me one very long minute.',
      'noor.haddad: Police with a short list of places and a report afterwards, open to the public. Companies, no. A private right to use force in the sky is not something we could take back easily.',
      '- katarina.novak: I was for companies until the words "could take back easily." Most bad rules are like that.',
    ],
  },
]
