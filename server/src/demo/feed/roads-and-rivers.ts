import { bridge } from './drawings/bridge.ts'
import type { SamplePost } from './sample-post.ts'

/** Roads, bridges, buses and water. */
export const roadsAndRivers: SamplePost[] = [
  {
    by: 'sofia.ramirez',
    hoursAgo: 1.4,
    text: 'I drew the old truss bridge on County Road 12 for my daughter\'s class today, so you get it too. People ask why a bridge that "looks fine" is posted at 8 tons. The steel you see is mostly okay. The problem is the bearings underneath, where the deck should slide as it warms up and cannot.\n\nBearings cost about a tenth of a new bridge. That is the boring repair I would vote for every single time. #FixTheRoads #CityBudget',
    image: bridge,
    likes: 64,
    comments: [
      'caleb.thompson: Do you have a source for the one tenth? Not doubting you, I want to bring it to our fiscal court.',
      "sofia.ramirez: Fair question. It is in our inspection report, page 14, and the state's bid tabs are public. I'll send you both.",
      'erik.lindqvist: The milk truck has gone the long way round since spring. Eleven miles each way, twice a day.',
      'katarina.novak: My shop could turn new bearing plates in a week. Just saying.',
      "wyatt.jensen: I'd still rather replace it once and be done. We patched ours four times and paid for it twice.",
      "sofia.ramirez: Wyatt, if the trusses were rusted through I'd agree with you. Ask for the section-loss numbers on yours, they decide it.",
      'wyatt.jensen: That I can do. Thanks for a straight answer.',
      'priya.raman: My kids now want to know what every bridge stands on. Thank you, I think.',
      'grace.kim: Small repairs come out of the operating budget and big ones out of bonds. That is half the reason the boring repair never happens.',
      'amara.okafor: Grace, somebody should put that sentence on a billboard.',
    ],
  },
  {
    by: 'patrick.obrien',
    hoursAgo: 9,
    text: "Bus driver's view, for what it's worth: the 34 isn't late because drivers dawdle. It's late because of one left turn across two lanes with no arrow. Fourteen seconds of green arrow would fix more than a new schedule. #Transit",
    likes: 41,
    comments: [
      'hannah.goldberg: Did anyone count the turning cars at rush hour? That is usually what the traffic office needs to say yes.',
      'patrick.obrien: Two of us did, on our day off. 212 cars between four and six.',
      'hannah.goldberg: Then you are ahead of most consultants. Send it in with the times written down.',
      'mei.chen: And if the arrow slows down the cars going straight?',
      "patrick.obrien: A little, yes. Fifty people on the bus, one in most of those cars. I'd take that trade, others may not.",
    ],
  },
  {
    by: 'marcus.bell',
    hoursAgo: 22,
    text: "Levee board meeting ran three hours and I learned what a relief well is. Short version: it lets water out on purpose so it doesn't find its own way out. We have nineteen. Four haven't been tested since I was in high school.\n\nNobody was hiding it. It was in the minutes, on a page nobody reads. Go read your minutes, folks. #Rivers #OpenMeetings",
    likes: 52,
    comments: [
      'elijah.freeman: I read ours now because of you. Slow going, but I found out where the culvert money went.',
      'andrew.mcallister: Speaking as one who writes the minutes: we are thrilled when somebody reads them. Truly.',
      'anna.petrov: Relief wells would make a lovely lab. May I steal your explanation?',
      'marcus.bell: Take it. Tell them it came from a trombone player.',
    ],
  },
  {
    by: 'erik.lindqvist',
    hoursAgo: 39,
    text: 'They graded the township road this morning. Smooth as a table. I give it one good rain. #FixTheRoads',
    likes: 18,
    comments: [
      'ingrid.sorensen: Ours lasted two. We are feeling smug over here.',
      'sofia.ramirez: Ask whether they crowned it. A flat gravel road is a pond waiting for its moment.',
    ],
  },
  {
    by: 'hannah.goldberg',
    hoursAgo: 57,
    text: "Honest question for people who don't like the new bike lane on Ferry Street. Is it the lane itself, the lost parking, or that nobody asked you first? Those are three different problems, and I can only help with two of them. #BikeLanes #Parking",
    likes: 37,
    comments: [
      "luis.ortega: Parking. My lunch crowd is older, and they won't walk two blocks in the heat.",
      'hannah.goldberg: That helps. Would two short-stay spots by your door cover most of it?',
      'luis.ortega: Three would. Two and a loading zone before ten would too.',
      "deshawn.harris: For half my chair it's that nobody asked. They found out from the paint.",
      'zara.hussain: I ride it to class and I feel safer. Also agree that finding out from the paint is no way to do it.',
      'mei.chen: Bug report: the lane ends in the middle of an intersection.',
      'hannah.goldberg: Confirmed. That one is on us.',
    ],
  },
  {
    by: 'mei.chen',
    hoursAgo: 0.9,
    text: 'The ferry app showed four open spots, the sign at the dock showed none, and the man in the booth showed us a thumbs up. We trusted the man. We made the boat. #Transit',
    likes: 11,
    comments: [
      'kenji.nakamura: Always trust the man in the booth.',
      'patrick.obrien: On behalf of men in booths: thank you.',
    ],
  },
  {
    by: 'luis.ortega',
    hoursAgo: 101,
    text: "Opened the restaurant's water bill. Up 22 percent, with a one-line letter. I called, and a very patient woman explained that our pipes are from 1958 and the main broke nine times this year. Okay. That I understand. Put THAT in the letter and people will complain a lot less. #WaterBill #SmallBusiness",
    likes: 45,
    comments: [
      'grace.kim: Rate studies always have a two-page summary. It is usually very readable, and it is usually attached to nothing.',
      'ruth.yoder: We are on a well and I still want to read that letter.',
      'caleb.thompson: Did she say how much of the 22 goes to pipes and how much to the old debt?',
      'luis.ortega: About two thirds pipes. I asked because of you, Caleb. You are in my head now.',
    ],
  },
  {
    by: 'jorge.maldonado',
    hoursAgo: 146,
    text: 'Finished panels and a battery on the clinic roof in the hills above Ponce. Six hours without the grid is no longer an emergency there, just an afternoon. Whatever you think about who should pay for it, come and see the refrigerator full of insulin that stays cold. #Energy #RuralHealth',
    likes: 58,
    comments: [
      "wyatt.jensen: I'm no fan of the subsidies, but I like this one. A clinic is a clinic.",
      "jorge.maldonado: Come visit, Wyatt. We'll argue over lunch.",
      'priya.raman: As a pharmacist: the cold chain is everything. Well done.',
    ],
  },
  {
    by: 'elijah.freeman',
    hoursAgo: 205,
    text: "The boat ramp has been closed for eleven weeks over a permit for six pilings. Two agencies, one form, and each waits for the other to sign first. I'm not angry at the people. I'm tired of the loop. #Rivers #SmallBusiness",
    likes: 33,
    comments: [
      'andrew.mcallister: We had the same. What worked was getting both of them on one phone call.',
      'elijah.freeman: Calling Monday. If it works I owe you a bucket of shrimp.',
    ],
  },
  {
    by: 'marcus.bell',
    hoursAgo: 290,
    text: 'Second line for the pump station, which turned 100. Yes, we threw a party for a pump. It has kept our feet dry for a century. #Rivers #Neighbors',
    likes: 47,
  },
]
