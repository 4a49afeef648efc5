import { mainStreet } from './drawings/main-street.ts'
import { pancakeFlyer } from './drawings/pancake-flyer.ts'
import type { SamplePost } from './sample-post.ts'

/** Shops, jobs, local news and neighbors. */
export const workAndShops: SamplePost[] = [
  {
    by: 'olivia.bennett',
    hoursAgo: 6,
    text: "Delivered the paper myself this morning, because the carrier's truck is in the shop. Main Street at six, before anybody has an opinion. I'd forgotten how good it looks. #MainStreet #LocalNews",
    image: mainStreet,
    likes: 97,
    comments: [
      'linh.tran: The only people awake at six: bakers, poll workers and editors.',
      'margaret.kowalski: And letter carriers. Nice light on the hardware store.',
      'miguel.santos: Which way are you looking?',
      'olivia.bennett: East, from in front of the old bank. The bank is a yarn store now, and better for it.',
      'samuel.adeyemi: "Before anybody has an opinion." There\'s a psalm in that.',
    ],
  },
  {
    by: 'tyler.begaye',
    hoursAgo: 21,
    text: "Pancakes at the fire hall this Saturday. Every dollar goes to radios that talk to the next county's radios, which they currently do not. I'll be on the griddle, so keep your hopes where they belong. #Volunteers #FireSeason",
    image: pancakeFlyer,
    likes: 76,
    comments: [
      'sofia.ramirez: Buying ten tickets for the bridge crew.',
      "caleb.thompson: So this is the radio thing I read 90 pages about. I'll take four tickets.",
      'leilani.kahale: Gluten-free option? My sister lives out your way.',
      "tyler.begaye: Corn cakes, own griddle, my aunt's recipe. Those will actually be good.",
      'luis.ortega: Rookie tip from a professional: let the batter rest. Fifteen minutes. Trust me.',
      'tyler.begaye: We rest less than the batter, but noted.',
    ],
  },
  {
    by: 'deshawn.harris',
    hoursAgo: 24,
    text: 'Today in my chair: a landlord, a tenant, a retired cop and a young man who wants to be one. Same hour. Nobody raised his voice, because I hold the clippers. I keep thinking every council meeting needs one person everybody is a little careful around. #Neighbors #Housing',
    likes: 131,
    comments: [
      'benjamin.carter: A chair of order. I second it.',
      'jamal.washington: You forgot the coach who got talked out of his zone defense.',
      'zara.hussain: What did the landlord and the tenant say to each other?',
      'deshawn.harris: He asked what breaks most. She said the front door lock. He wrote it down. That was it, and it was plenty.',
      'victoria.nguyen: I would read a whole column of this.',
      'olivia.bennett: I would print it. Call me, Deshawn.',
      "deshawn.harris: Now you've done it.",
    ],
  },
  {
    by: 'linh.tran',
    hoursAgo: 36,
    text: 'New sidewalk permit arrived. I may now place two tables and four chairs outside, nine months after I asked to place two tables and four chairs outside. They are out. Come sit. #SmallBusiness #MainStreet',
    likes: 63,
    comments: [
      'luis.ortega: Nine! I waited five. You win.',
      "hannah.goldberg: Planner here. A permit for four chairs should be a stamp at the counter. I'm sorry, and I will say so at work.",
      'grace.kim: Did anyone tell you why it took nine months?',
      'linh.tran: It needed a fire review. The fire captain eats here. He said he never saw it.',
    ],
  },
  {
    by: 'katarina.novak',
    hoursAgo: 53,
    text: "Night shift thought: everybody talks about bringing the jobs back. We have eleven open. What we don't have is a bus after 10 p.m. or childcare before 6 a.m. #Childcare #Transit",
    likes: 89,
    comments: [
      'patrick.obrien: We would run a late bus for thirty riders. How many are you per shift?',
      'katarina.novak: Forty-four, and the plant next door has more.',
      "patrick.obrien: Send me the two shift times. I can't promise a bus, but I can promise the right meeting.",
      'fatima.abdi: Same story at the hospital laundry. Put us on the list.',
      "wyatt.jensen: Why wouldn't the plant pay for the van? It's their shift.",
      'katarina.novak: Fair. I asked. They said maybe half. Half a van is a start.',
    ],
  },
  {
    by: 'wyatt.jensen',
    hoursAgo: 2.2,
    text: 'Uploaded one photo of a calf in 4 minutes 11 seconds. New record. #Broadband #FarmLife',
    likes: 38,
    comments: [
      'mei.chen: I would like to see the calf. I will wait.',
      'ruth.yoder: Is the co-op fiber coming your way? Ours started with seventeen families who signed a paper.',
      'wyatt.jensen: We have nine signed. The trouble is four miles between number nine and number ten.',
    ],
  },
  {
    by: 'margaret.kowalski',
    hoursAgo: 108,
    text: "Somebody asked what a postal carrier knows that the census doesn't. Who stopped picking up their mail. That is all. If your neighbor's box is full two days in a row, knock. #Neighbors",
    likes: 148,
    comments: [
      'fatima.abdi: I have made two home visits because a carrier called. Both times it mattered.',
      'ayesha.siddiqui: Saving this. Thank you, Margaret.',
      'ruth.yoder: We do this with the milk can. Same idea.',
    ],
  },
  {
    by: 'luis.ortega',
    hoursAgo: 159,
    text: 'Question for other owners: the minimum wage goes up here again soon. I already pay above it. My worry is the cook at twelve years who says "and me?" She\'s right to ask. How did you handle it? #SmallBusiness',
    likes: 42,
    comments: [
      'linh.tran: I moved everyone up by the same dollars, not the same percent, and raised the price of the fancy cake. Nobody complained about the fancy cake.',
      "katarina.novak: From the worker's side: tell her before she asks. That is worth a lot.",
      "wyatt.jensen: And if the price of the fancy cake does not stretch that far? It doesn't in my county.",
      "linh.tran: Then I would honestly be stuck, Wyatt. I don't think one number fits San José and Wyoming.",
      'wyatt.jensen: Well. We agree on that.',
    ],
  },
  {
    by: 'olivia.bennett',
    hoursAgo: 235,
    text: "Correction in this week's paper: we said the council voted 5 to 2. It was 4 to 3. One person noticed. One! Thank you, Mr. Alder, aged 91, subscriber since 1958. #LocalNews",
    likes: 84,
    comments: ['caleb.thompson: Mr. Alder is who I want to be.', 'isabella.rossi: Long live Mr. Alder.'],
  },
  {
    by: 'deshawn.harris',
    hoursAgo: 322,
    text: 'Free cuts for anybody with a job interview this week. Don\'t explain, just say "interview." #Neighbors #SmallBusiness',
    likes: 126,
    comments: ['jamal.washington: Sending two of my seniors.', 'benjamin.carter: You are good people, Deshawn.'],
  },
]
