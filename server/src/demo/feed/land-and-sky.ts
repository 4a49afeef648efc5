import { beehives } from './drawings/beehives.ts'
import { nightSky } from './drawings/night-sky.ts'
import { parkMap } from './drawings/park-map.ts'
import type { SamplePost } from './sample-post.ts'

/** Parks, farms, the sea and the sky. */
export const landAndSky: SamplePost[] = [
  {
    by: 'ruth.yoder',
    hoursAgo: 60,
    text: 'Painted the new hives so the bees can tell them apart. My grandson chose the colors. He says the red one is for bees who vote. #FarmLife',
    image: beehives,
    likes: 58,
    comments: [
      'ingrid.sorensen: Bees decide where to live by something very close to a town meeting. Look it up, it is wonderful.',
      'ruth.yoder: They do! And they keep dancing until nearly everyone agrees.',
      'andrew.mcallister: Sounds longer than ours.',
      'isabella.rossi: Less chili, though.',
    ],
  },
  {
    by: 'patrick.obrien',
    hoursAgo: 46,
    text: "Free telescope night in the ball field when it's clear, and no tickets. Saturn is worth standing in line for. The parks department agreed to switch off the field lights, so this is also a formal thank-you to the parks department. #Parks #Neighbors",
    image: nightSky,
    likes: 73,
    comments: [
      'anna.petrov: Bringing eleven students and a thermos.',
      "thomas.redfeather: If you fix our mount, I'll trade you a library card.",
      'amara.okafor: Can small children look through it?',
      'patrick.obrien: I have a step stool with three steps. The third step has stars on it.',
    ],
  },
  {
    by: 'hannah.goldberg',
    hoursAgo: 29,
    text: "The plan for Mill Pond Park, drawn simply, because the official one needs three screens. Blue is the pond, the dashed line is the loop trail, the orange square is the playground, and the gray block is the parking lot some people want to keep and others want as a meadow.\n\nI'm the planner, so I don't get a vote. You do, sort of: comments are open for another three weeks, and we really do read every one of them. #Parks",
    image: parkMap,
    likes: 54,
    comments: [
      'priya.raman: Trail volunteer here. Please keep the loop flat enough for wheelchairs on the north side.',
      "deshawn.harris: Keep the lot. My mother can't walk in from the street.",
      'zara.hussain: Could part of it stay, near the playground, and the rest be meadow?',
      "hannah.goldberg: That is option C, and it's getting popular. 14 spaces stay, 4 of them accessible.",
      'deshawn.harris: Fourteen works on a weekday. Not on cookout Sundays.',
      'hannah.goldberg: What if the school lot across the road opens on Sundays?',
      "deshawn.harris: Then you've got me, if somebody paints a crosswalk.",
      'daniel.whitehorse: My third period has already funded a crosswalk. Imaginary, but fully funded.',
      'luis.ortega: Who mows a meadow? Serious question.',
      "hannah.goldberg: Twice a year instead of twice a month. That's the part the budget people like.",
      'grace.kim: Confirmed, the budget people like it.',
    ],
  },
  {
    by: 'kenji.nakamura',
    hoursAgo: 41,
    text: 'Counted fish with six fishermen today. They know where the fish are. I know how to write it down. Together we make one decent scientist. #Rivers #Volunteers',
    likes: 68,
    comments: [
      "elijah.freeman: Come do ours. We'll feed you.",
      'andrew.mcallister: Wish ours had asked before they drew the lines on the map.',
      'kenji.nakamura: So do I, Andrew. The maps would be better.',
    ],
  },
  {
    by: 'tyler.begaye',
    hoursAgo: 64,
    text: 'Twelve of us cleared brush behind the school today, 30 feet back like the book says. Two residents were sure we would make it ugly. One of them brought lemonade at three. Not a conversion, but it was cold lemonade. #FireSeason #Volunteers',
    likes: 85,
    comments: [
      'miguel.santos: Thirty feet saved four cabins up here. Ugly is cheap.',
      "sofia.ramirez: Is there help for people who can't do it themselves?",
      "tyler.begaye: Yes, call the district. There's a list, it's free over 65, and it's shorter than you'd think.",
    ],
  },
  {
    by: 'ingrid.sorensen',
    hoursAgo: 87,
    text: 'Milk price down, feed price up, cheese still squeaks. We carry on. #FarmLife #SmallBusiness',
    likes: 39,
    comments: [
      'erik.lindqvist: Carrying on next door too. Squeak squeak.',
      'linh.tran: Do you ship? Asking for a bakery.',
    ],
  },
  {
    by: 'miguel.santos',
    hoursAgo: 114,
    text: 'Surveyed a property line that two families have argued about since the seventies. It runs through the middle of the shed. They looked at each other and started laughing. Sharing the shed, apparently. #Neighbors',
    likes: 109,
    comments: [
      'noor.haddad: My property law professor needs to see this.',
      'samuel.adeyemi: Blessed are the surveyors.',
    ],
  },
  {
    by: 'priya.raman',
    hoursAgo: 150,
    text: 'Trail day: 23 people, 4 hours, 61 bags. Strangest find, a full set of encyclopedias, A to Z, in the creek. If they are yours, "M" is nearly dry. #Volunteers #Parks #Rivers',
    likes: 51,
    comments: [
      "thomas.redfeather: I'd like to say the library would take them.",
      'noor.haddad: Card number ten is for the creek, then.',
    ],
  },
  {
    by: 'erik.lindqvist',
    hoursAgo: 135,
    text: 'The wind lease meeting split our church supper right down the middle table. I signed mine. Carl across the road did not, and he looks at my tower more than I do, so I see his point. We worked out where it stands together. Moved it 400 feet. Cost the company a little and saved me a friend. #Energy #FarmLife',
    likes: 92,
    comments: [
      'jorge.maldonado: I wish every company had your supper.',
      'wyatt.jensen: We turned ours down. Nice to read that it can go well.',
      'ruth.yoder: Four hundred feet for a friend is a fair price.',
    ],
  },
  {
    by: 'kenji.nakamura',
    hoursAgo: 281,
    text: 'Turtle crossing on the beach road, 5 a.m. Eleven cars waited twenty minutes without one honk. I have rarely been so fond of traffic.',
    likes: 101,
    comments: ['leilani.kahale: I was car number four. Late for a birth, and the baby waited too.'],
  },
]
