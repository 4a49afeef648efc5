import { ballotBox } from './drawings/ballot-box.ts'
import { budgetChart } from './drawings/budget-chart.ts'
import type { SamplePost } from './sample-post.ts'

/** Town meetings, budgets and elections. */
export const meetingsAndElections: SamplePost[] = [
  {
    by: 'rosa.delgado',
    hoursAgo: 11,
    text: 'My granddaughter asked what the box looks like before people vote, so I drew it for her. EMPTY. That is the whole point. At six in the morning we turn it around so everyone in the room sees the bottom, then we lock it and write down the number of the seal.\n\nI have done this since 1998. I never once knew how the other workers vote. We know who brings the good pastries. #PollWorkers',
    image: ballotBox,
    likes: 112,
    comments: [
      'andrew.mcallister: Same here, and the first voter signs that they saw it empty. Old custom. I hope it stays.',
      'caleb.thompson: Who checks the seal number at the end?',
      'rosa.delgado: Two people who do not agree about anything, Caleb. By law!',
      'caleb.thompson: That is the best answer I have ever had to a question.',
      'linh.tran: About the pastries: any volunteer poll worker gets a dozen buns from me. That is not a bribe, I checked.',
      'margaret.kowalski: I signed up this year. Training was two evenings and better than I expected.',
      'wyatt.jensen: I have had my doubts about the machines. I have never had doubts about the ladies at my precinct.',
      "mei.chen: Go to the machine test, Wyatt. It's public, it's boring, and the boring part is reassuring.",
      'wyatt.jensen: Boring I can do. When is it?',
      'mei.chen: Usually a week or two before each election. Your county clerk posts the date.',
      'noor.haddad: We need about forty more in our county, especially under fifty. Law students get a day off for it. Ask your dean.',
      'rosa.delgado: Young people! Please! My knees thank you.',
    ],
  },
  {
    by: 'grace.kim',
    hoursAgo: 36.5,
    text: '"Where does my property tax go?" I made the chart I always wished someone would send me. This is one made-up but typical town of 18,000 people, in cents per dollar: schools 46, police and fire 21, streets 13, debt 9, parks and library 7, everything else 4.\n\nPost your own town\'s numbers below. They are in the appendix. They are always in the appendix. #CityBudget',
    image: budgetChart,
    likes: 88,
    comments: [
      'andrew.mcallister: Ours: schools 61, roads 17, and the rest is one very tired truck.',
      'katarina.novak: Schools 44, police and fire 29. I did not expect that gap and now I want to know why.',
      'grace.kim: Look at pensions. They usually sit inside the department that owes them.',
      'katarina.novak: Found it. Eight of the 29. Thank you.',
      'daniel.whitehorse: Using this on Thursday. May I?',
      'grace.kim: Please do! Have them find the appendix first.',
      'ruth.yoder: Is debt bad at 9? It sounds like a lot to me.',
      'grace.kim: Not by itself, Ruth. Ask what it bought and how many years that will last.',
    ],
  },
  {
    by: 'andrew.mcallister',
    hoursAgo: 26,
    text: "Town meeting tonight, seven o'clock, grange hall. On the list: the truck, the dog ordinance, and the truck again. Chili at six. You may bring any opinion you like as long as you also bring a bowl. #TownHall",
    likes: 57,
    comments: [
      'isabella.rossi: I would drive up from Rhode Island for a meeting with chili.',
      'erik.lindqvist: What is wrong with the truck?',
      'andrew.mcallister: What is right with it would be the shorter speech.',
      'ingrid.sorensen: Report back on the dogs, please.',
      "andrew.mcallister: Dogs: leash on Main, voice control elsewhere, 48 to 41. Truck: we buy the used one. Nobody is happy, so it's probably fair.",
    ],
  },
  {
    by: 'caleb.thompson',
    hoursAgo: 44,
    text: 'I changed my mind about something, and it seems fair to say so where I argued the other way. I was sure the county was wasting money on its own radio towers. I read the contract. The private offer was cheaper for five years and dearer for fifteen. Still think they explained it badly. #CityBudget #FireSeason',
    likes: 95,
    comments: [
      'amara.okafor: This is the rarest kind of post on the internet.',
      'tyler.begaye: Speaking for everyone who has been on a hillside with no signal: thanks for reading it.',
      'wyatt.jensen: Fifteen years is a long bet on one technology, though.',
      "caleb.thompson: It is. That is page 30, and I'm less sure about page 30.",
    ],
  },
  {
    by: 'isabella.rossi',
    hoursAgo: 3.1,
    text: 'Best line at the hearing: "I am opposed, but I\'d like to hear more so that I can be opposed properly." #TownHall #LocalNews',
    likes: 61,
    comments: [
      'noor.haddad: This person should teach my evidence class.',
      'samuel.adeyemi: Amen to being opposed properly.',
    ],
  },
  {
    by: 'noor.haddad',
    hoursAgo: 75,
    text: "Reminder that takes two minutes: check your registration, even if you haven't moved. Names get misspelled, apartments get renumbered. We found nine at one table today. Seven were typos, one was a twin, and one gentleman had been listed as deceased and took it very well. #VoterRegistration #PollWorkers",
    likes: 70,
    comments: [
      'rosa.delgado: We get one "deceased" every election. They always come in wearing their best clothes.',
      'victoria.nguyen: Is there one site for all states, or does each state have its own?',
      "noor.haddad: Each has its own. Start at your state's or county's election office, and check that the address ends in .gov.",
      'benjamin.carter: Passing this on to every veteran I know who moved this year.',
    ],
  },
  {
    by: 'victoria.nguyen',
    hoursAgo: 97,
    text: 'My neighborhood commission passed its first resolution this year without a single "point of order." The subject was rats. We are united against the rats. #Neighbors #OpenMeetings',
    likes: 59,
    comments: [
      'deshawn.harris: Finally, a wedge issue we can all get behind.',
      "hannah.goldberg: Lidded bins. It's always lidded bins.",
    ],
  },
  {
    by: 'samuel.adeyemi',
    hoursAgo: 141,
    text: "We host the candidates' forum in the church basement again. House rules, printed large: two minutes each, no clapping until the end, and before you answer you say back what the other person said, to their satisfaction. Last time that third rule cut the evening's shouting to zero and its length to ninety minutes. #TownHall #Volunteers",
    likes: 81,
    comments: [
      'olivia.bennett: Covering it. That third rule makes my notes so much better.',
      'marcus.bell: Could the levee board borrow the rules?',
      "samuel.adeyemi: Take the sign too. It's laminated.",
      'zara.hussain: What happens when someone says it back wrong on purpose?',
      'samuel.adeyemi: The room groans. It works better than a bell.',
    ],
  },
  {
    by: 'olivia.bennett',
    hoursAgo: 214,
    text: 'The county put its meeting packets online, and searchable! For eleven years I drove 40 minutes to read them at a counter. I will miss the counter lady, who will not miss me. #OpenMeetings #LocalNews',
    likes: 48,
    comments: ['grace.kim: Searchable appendices. I need a moment.', 'marcus.bell: Now everybody can find page 61.'],
  },
  {
    by: 'rosa.delgado',
    hoursAgo: 310,
    text: 'Recount in the water district. 412 to 411 became 412 to 411. It took four hours and six sandwiches, and both candidates shook hands. #PollWorkers',
    likes: 90,
    comments: [
      'benjamin.carter: Putting this on my classroom wall: one vote.',
      'caleb.thompson: And the same number twice. That matters even more.',
    ],
  },
]
