import type { SamplePost } from './sample-post.ts'

/** Schools, libraries and learning. */
export const schoolsAndLibraries: SamplePost[] = [
  {
    by: 'daniel.whitehorse',
    hoursAgo: 32,
    text: 'Third period held a mock county commission today. Twenty-six kids, one imaginary $40,000, one hour. They funded a crosswalk, half a skate park, and a committee to study the other half. I have never been prouder or more worried. #CivicsClass #CityBudget',
    likes: 61,
    comments: [
      'grace.kim: A committee to study the other half. They are ready for Washington.',
      'rosa.delgado: Tell the crosswalk caucus I am with them.',
      'daniel.whitehorse: They want to know if you will testify.',
    ],
  },
  {
    by: 'thomas.redfeather',
    hoursAgo: 4.3,
    text: 'The library now lends blood pressure cuffs, fishing rods and a telescope. Still books too, before anybody asks. #Library',
    likes: 49,
    comments: [
      'patrick.obrien: Which telescope? Asking as a person with opinions about mounts.',
      'thomas.redfeather: A six-inch reflector. The mount is terrible, Patrick. Please come and say so at our meeting.',
      'fatima.abdi: The cuffs are a wonderful idea. How do you handle cleaning and calibration?',
      'thomas.redfeather: The tribal health office checks them every month. We only do the waiting list.',
    ],
  },
  {
    by: 'anna.petrov',
    hoursAgo: 18,
    text: 'Went to the school board to ask about lab stools. Stayed for two hours of people being kind to each other about the bell schedule. It can happen! The early-start parents brought the sleep research, the late-start parents brought the bus numbers, and the board asked both to come back with one page. #SchoolBoard',
    likes: 36,
    comments: [
      "erik.lindqvist: What did the farm kids' parents say? An hour later means chores in the dark.",
      'anna.petrov: Exactly that, and it changed a few minds. The compromise on the table is twenty minutes.',
      "ayesha.siddiqui: As a pediatrician I want the full hour. As a neighbor I'll take twenty minutes this year.",
      'benjamin.carter: And the stools?',
      'anna.petrov: Tabled. Pun intended.',
    ],
  },
  {
    by: 'noor.haddad',
    hoursAgo: 31,
    text: "County library card number nine. The clerk asked why, and I said each one knows something the others don't. She gave me a bookmark and a look. #Library",
    likes: 31,
    comments: [
      'isabella.rossi: What did number nine know?',
      'noor.haddad: Every plat map since 1871, in a drawer, in order.',
    ],
  },
  {
    by: 'benjamin.carter',
    hoursAgo: 48,
    text: 'Student teaching, week six. A seventh grader asked me why we vote on a weekday. I gave the horse-and-market-day answer. She said, "But we don\'t have horses." Class dismissed, honestly. #CivicsClass',
    likes: 72,
    comments: [
      'daniel.whitehorse: Every year one of them asks, and every year I enjoy it.',
      'rosa.delgado: I open my polling place at six in the morning for the people with horses and the people without.',
      'wyatt.jensen: Some of us do have horses.',
      'benjamin.carter: I will relay this to the seventh grade.',
      'grace.kim: Early voting is the quiet answer to her question. Not every state likes it, but most have some of it now.',
    ],
  },
  {
    by: 'ingrid.sorensen',
    hoursAgo: 66,
    text: 'The school referendum here lost by 31 votes. I was for it. My brother was against it. We both spent Saturday painting the gym, because the gym does not care. #SchoolBoard #Volunteers',
    likes: 83,
    comments: [
      'samuel.adeyemi: I am going to borrow this for Sunday, with credit to you and the gym.',
      "erik.lindqvist: What was your brother's reason, if he doesn't mind?",
      'ingrid.sorensen: Twenty years is a long time to borrow for a roof that lasts fifteen. I could not fully answer him.',
      'sofia.ramirez: That is a real objection. The loan should never outlive the thing.',
      "olivia.bennett: Thirty-one votes. Somebody's whole softball team stayed home.",
    ],
  },
  {
    by: 'jamal.washington',
    hoursAgo: 92,
    text: 'Practice moves to the rec center until the school field drains. Rides leave the church lot at 4:30. Bring water, bring a friend, leave the opinions about my zone defense at home. #Volunteers #Parks',
    likes: 26,
    comments: [
      'deshawn.harris: I have three opinions about your zone defense.',
      'jamal.washington: And a standing invitation to coach, Deshawn.',
    ],
  },
  {
    by: 'mei.chen',
    hoursAgo: 118,
    text: 'I help at the library\'s computer hour. Most questions aren\'t about computers. They are "is this letter real?" Today: one real jury summons, one fake toll bill, one real refund that the person nearly threw away. #Library #Volunteers',
    likes: 54,
    comments: [
      'margaret.kowalski: Thirty years of carrying mail and I could tell a fake by the weight of the paper. Cannot do that on a phone.',
      'victoria.nguyen: Is there a list of the signs you look for? My parents would use it.',
      "mei.chen: Half a page. I'll ask the librarian to post it.",
    ],
  },
  {
    by: 'daniel.whitehorse',
    hoursAgo: 190,
    text: "Reading the county's 1912 water compact with juniors. They found a typo that is still in the law. We wrote to the clerk. We got a letter back, on paper, with a seal. One kid framed it. #CivicsClass #Rivers",
    likes: 66,
    comments: [
      'thomas.redfeather: Please send a copy for our archive. The letter too.',
      'noor.haddad: A typo with standing. I love this.',
    ],
  },
  {
    by: 'thomas.redfeather',
    hoursAgo: 268,
    text: 'Story hour had eleven children and one very attentive dog. The dog has applied for a card. Pending. #Library',
    likes: 61,
    comments: ['leilani.kahale: I support the dog.'],
  },
]
