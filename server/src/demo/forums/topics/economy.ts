import type { SampleDiscussion } from '#demo/forums/sample-discussion.ts'

export const economy: SampleDiscussion[] = [
  {
    by: 'luis.ortega',
    hoursAgo: 45,
    lastCommentHoursAgo: 2.2,
    demoVisitHoursAgo: 9,
    title: 'Minimum wage: one number for the whole country, or one for each region?',
    category: 'Economy',
    tags: ['Wages', 'Local business', 'Cost of living'],
    likes: 37,
    views: 164,
    description: `I employ fourteen people in a restaurant. I started as a dishwasher, so I have seen this from both ends of the counter.

A national number says: *there is a floor under every American, wherever you were born.* I feel the pull of that.

A regional number says: *the same dollar buys twice the apartment two hours from here, and the floor should know it.* I pay rent in one of those places and buy onions in the other, so I feel that too.

What I do not want to hear is that nobody will lose a job, or that everybody will. Both were said to me last week by people who never made a schedule.`,
    comments: [
      `katarina.novak: The floor should be national because *bargaining* is not regional. A company that can leave will always find the cheapest county. One number takes that game off the table.`,
      `- luis.ortega: A factory can leave. My kitchen cannot. For people like me, the number next door does not matter, only the number here and what my guests can pay.`,
      '-- katarina.novak: I had not split it like that: work that can move and work that cannot. Give me a minute.',
      `--- katarina.novak: So, a minute later. I think you are right about kitchens. But there is nobody at the table for the dishwasher in a county with one employer. For her the national number *is* the union.`,
      '---- luis.ortega: I was her. I will not argue with that. Would you accept a national floor that is modest, and let each region go above it by its own cost of living?',
      '----- katarina.novak: If "modest" rises with prices every year by law, so that we do not need a fight each decade, yes.',
      '------ luis.ortega: Done. Who writes to Washington, you or me?',
      '- wyatt.jensen: Half of the people I know are paid in part with a house and a side of beef. Good luck with the formula.',
      'deshawn.harris: Barbers rent a chair, so no wage law touches us at all. Just a reminder of how many people work outside of this whole argument.',
      '- linh.tran: True. And delivery drivers, and home nurses paid per visit. The floor has holes.',
      `grace.kim: What the better studies say, as far as I can tell: moderate rises cost few or no jobs, large ones relative to local pay cost some, mostly hours and mostly the youngest. Nobody knows exactly where moderate ends. Anyone who gives you one number for the whole country is guessing, in *either* direction.`,
      '- caleb.thompson: Do you have a source that a normal person can read?',
      `-- grace.kim: The budget office of Congress has published on this, both sides of the ledger in one report: people lifted out of poverty, and jobs lost, each with a range. Start with the summary, then look at how wide the ranges are. [congress.gov](https://www.congress.gov) has the bills themselves.`,
      '--- caleb.thompson: Read the summary at lunch. The ranges are the story. Thanks.',
      'ruth.yoder: I sell honey. My helper is fourteen and my granddaughter. Please write an exception for grandmothers.',
    ],
  },
  {
    by: 'deshawn.harris',
    hoursAgo: 134,
    lastCommentHoursAgo: 26,
    title: 'Can someone explain the national debt to my barbershop?',
    category: 'Economy',
    tags: ['Federal budget', 'Taxes', 'Sources wanted'],
    likes: 35,
    views: 149,
    description: `Every Saturday somebody says that the country is broke, and somebody else says that it does not matter because we owe it to ourselves. Then it gets loud.

I want to hang one page next to the mirror that *both* of them would accept. No parties, no charts. What is it, who do we owe, when is it a problem, and what are the honest choices?`,
    comments: [
      `grace.kim: I do this for a living, so let me try the page.

**What it is.** Each year that the government spends more than it takes in, it borrows the rest. The debt is all of that, added up.

**Who we owe.** Mostly ourselves: pension funds, banks, savers, the central bank. A smaller part to other countries.

**When it is a problem.** Not at a certain number. It is a problem when interest grows faster than the economy does, because then interest pushes out everything else.

**Honest choices.** Pay more, get less, or grow faster and hope. Each one has a price, and "waste" is not big enough to be the fourth.`,
      '- deshawn.harris: Printed it. The shop has read it. Mr. Lewis, 81, says the last line is where you lost half of the room.',
      '-- grace.kim: Which half?',
      '--- deshawn.harris: Both halves. One half thinks that waste *is* big enough, the other thinks you forgot to tax the rich.',
      `---- grace.kim: Then the page works. Tell the first half: find your waste, write it down with a dollar sign, and see how far the list gets. Tell the second half the same about the tax. I have done both lists. Each one is real money, and neither one alone closes the gap.`,
      '----- deshawn.harris: Mr. Lewis has started a list. On the back of the page. This is now a workshop.',
      '------ grace.kim: Please send me a picture of the list when it is full. I mean it.',
      '- caleb.thompson: "Grow faster and hope" is my whole business plan.',
      `erik.lindqvist: A farm has debt every spring. The question is never *how much*. It is *for what*. Debt for a tractor is one thing, debt for groceries is another. I would like to see the page split in those two.`,
      '- grace.kim: Good point, and governments are bad at it. Most of what we borrow for is neither a tractor nor groceries. It is promises to older people, which most of us want to keep.',
      '-- margaret.kowalski: Speaking as one of the promises: yes, please.',
      'benjamin.carter: Saving this for class. First time that I saw it without a villain.',
    ],
  },
  {
    by: 'hannah.goldberg',
    hoursAgo: 97,
    lastCommentHoursAgo: 13,
    title: 'Rent is eating our city. Build more, cap the increases, or both?',
    category: 'Economy',
    tags: ['Housing', 'Cost of living', 'Local control'],
    likes: 30,
    views: 127,
    description: `I plan streets and zoning, so you can guess where I stand: **build**. When many people want few homes, the price goes up, whatever we write into the law.

But I rent, too. My building was sold in the spring and my rent went up by a fifth in one letter. It takes six years to build a house and thirty days to lose one. "Build more" is a good answer that arrives late.

So for those who are for caps: how do you keep landlords from letting the place rot? And for those who are against: what do you say to the woman on the third floor, *this* month?`,
    comments: [
      `linh.tran: I own one small building, above the bakery. Three families. If there were a cap, I would not fix the roof with a smile. But I also would not raise anyone by a fifth. Could a cap allow for **real costs with receipts**? Taxes, insurance, roof. I would show mine to anyone.`,
      '- hannah.goldberg: Some cities do this. It works for a careful owner with three flats, and drowns the office in paper for an owner with three thousand.',
      '-- linh.tran: Then ask the receipts only from the three thousand.',
      'patrick.obrien: Caps helped my mother stay for forty years. The same caps are why my daughter cannot find a place on the same street. I love both of them, so do not ask me to vote.',
      '- samuel.adeyemi: That may be the fairest summary of rent control I have read.',
      'grace.kim: To the woman on the third floor: a limit on the *speed*, not on the level. No more than so much in one year, any level over ten. It gives her time to look, and it does not freeze the city.',
      '- hannah.goldberg: A speed limit. I could live with that next to building. It treats the cliff and not the hill.',
      'wyatt.jensen: We have houses. Nobody wants to live here. I offer this as a third option.',
    ],
  },
  {
    by: 'katarina.novak',
    hoursAgo: 421,
    lastCommentHoursAgo: 290,
    title: 'Tariffs, seen from the floor of a machine shop',
    category: 'Economy',
    tags: ['Trade', 'Jobs', 'Local business'],
    likes: 21,
    views: 90,
    description: `We buy steel, and we sell parts that are made of it. So when there is a tariff on steel, our costs go up. When there is a tariff on parts, our orders go up. When there is one on both, the boss goes bald.

I do not want a lecture on free trade, and I do not want a flag. I would like to know from people in other lines of work: **what did you see** in your own shop, farm or store, the last time that tariffs changed? Prices, orders, hiring. Good or bad.`,
    comments: [
      'erik.lindqvist: Feed went up. Milk did not. Then there was a check from the government that made up for some of it. I took it, and I did not like taking it.',
      'elijah.freeman: Imported shrimp is most of what people eat, and it sells for what my diesel costs. A tariff is the only year in which I could hire a second man. I know that you all paid more at the table for it.',
      '- luis.ortega: I am the one who paid more. And I would rather buy yours. But my guests look at one number on the menu, and the number decides.',
      '-- elijah.freeman: Would they pay two dollars more if the menu said where it came from?',
      '--- luis.ortega: Some would. I will try it for a month and tell you the truth.',
      'jorge.maldonado: Solar panels went up, and we put four jobs on hold. On an island everything is an import, so for us every tariff is a sales tax.',
      'grace.kim: Thank you for this thread. Gains land in one place and are easy to see. Costs are spread over everyone and hard to see. Both are real, and a good decision has to look at the second list as carefully as at the first.',
    ],
  },
  {
    by: 'linh.tran',
    hoursAgo: 655,
    lastCommentHoursAgo: 560,
    title: 'Should a shop be required to accept cash?',
    category: 'Economy',
    tags: ['Local business', 'Privacy'],
    likes: 14,
    views: 59,
    description: `Nine of ten customers in my bakery pay by card or phone. Cash costs me an hour of counting a day, and once it cost me a broken window. My bank branch closed, so I drive it twenty minutes.

Still, the tenth customer is often old, or new here, or paid in cash. If every shop on the street does what is cheapest, she cannot buy bread.

Some cities require us to take it. Should they?`,
    comments: [
      'rosa.delgado: Yes. I am the tenth customer.',
      'mei.chen: Cards went down for three hours here in a storm. The only open place was the one with a drawer. I would call it civil defense.',
      'wyatt.jensen: It says legal tender right there on the bill.',
      '- noor.haddad: It does, and the law reads it as legal tender for *debts*. A shop that tells you beforehand may refuse. I agree that it should not be that way for bread and medicine.',
      'priya.raman: Pharmacist. We take it, always. A rule for food, medicine and transit would cover what matters, and leave the cocktail bars alone.',
    ],
  },
]
