import type { SamplePost } from './sample-post.ts'

/** Health, housing, families and veterans. */
export const healthAndHomes: SamplePost[] = [
  {
    by: 'amara.okafor',
    hoursAgo: 0.2,
    text: 'Off a twelve-hour shift and straight to choir. Whatever you sing tonight, sing it loud. #Neighbors',
    likes: 6,
    comments: [
      'marcus.bell: Trombone reporting for duty.',
      'samuel.adeyemi: Rest is also a hymn, Amara. But yes, loud.',
    ],
  },
  {
    by: 'fatima.abdi',
    hoursAgo: 10.5,
    text: 'We moved the blood pressure table from the clinic to the grocery store, next to the rice. Last month at the clinic: 14 people. This week by the rice: 120. I will be asking for a permanent place by the rice. #RuralHealth #Volunteers',
    likes: 94,
    comments: [
      'ayesha.siddiqui: Go where the people are. It really is that simple, and we forget it every year.',
      'zara.hussain: Would you let me write this up for my public health seminar? With your name on it.',
      "fatima.abdi: With the store manager's name first. He gave us the good spot.",
      'priya.raman: I have spare cuffs in three sizes. Tell me where to send them.',
    ],
  },
  {
    by: 'zara.hussain',
    hoursAgo: 20,
    text: "Rent went up 340 dollars. Same apartment, same radiator, same radiator noise. I study housing policy all day and I still don't know what I would do as mayor. Cap it, and fewer get built, maybe. Build more, and it takes six years. What worked where you live? I mean it as a question. #Housing",
    likes: 77,
    comments: [
      'hannah.goldberg: Allowing small apartment buildings near the train did more here than any program. It took four years, not six.',
      'deshawn.harris: And in those four years my customers moved away. You need something for the meantime.',
      'hannah.goldberg: I agree. We had a rent relief fund, and it ran out in the second year.',
      'wyatt.jensen: My nephew builds houses. He says permits and fees are 40,000 before the first nail. Start there.',
      "grace.kim: I'd want to see what the fees pay for. Somebody still has to build the sewer.",
      'wyatt.jensen: Sure. But then call it a sewer bill and let people look at it.',
      'grace.kim: You know what, that is reasonable.',
      'zara.hussain: This thread is better than my seminar.',
      "victoria.nguyen: My tenants' association got a three-year lease for a smaller raise. It can't hurt to ask.",
      'miguel.santos: Ski town here. We have teachers in vans. We finally tied new hotel permits to worker housing. Too early to tell.',
    ],
  },
  {
    by: 'ayesha.siddiqui',
    hoursAgo: 33,
    text: 'Asked a four-year-old patient what she\'d do if she ran the city. "More dogs. And everyone gets a turn." I have heard worse platforms.',
    likes: 139,
    comments: [
      'thomas.redfeather: Our story hour dog is available for endorsements.',
      'rosa.delgado: Everyone gets a turn! She understands it completely.',
    ],
  },
  {
    by: 'benjamin.carter',
    hoursAgo: 50.5,
    text: 'Sat with a Vietnam vet for three hours on one form. The form asks for a form that asks for the first form. A clerk named Denise cut through it in four minutes because he said he was tired. Denise, if you are out there, you are the reason people keep trying. #Veterans',
    likes: 118,
    comments: [
      'margaret.kowalski: There is a Denise in every building. Find her and bring her flowers.',
      "caleb.thompson: Which two forms? I'll write to our representative with the numbers.",
      'benjamin.carter: Sent you both. Names blacked out.',
      'tyler.begaye: My uncle gave up at that same loop. Sending him to you.',
    ],
  },
  {
    by: 'leilani.kahale',
    hoursAgo: 70,
    text: "Babies I've caught this year: 61. Miles driven on one island: 9,400. When people say rural health, think of the miles. #RuralHealth",
    likes: 87,
    comments: [
      'amara.okafor: Sixty-one! And every one of them a future voter.',
      'fatima.abdi: It is always the miles.',
    ],
  },
  {
    by: 'priya.raman',
    hoursAgo: 95,
    text: "Public service from behind the counter: ask for the cash price. About one time in six it is lower than your copay, and we're allowed to tell you now. Either way it costs nothing to ask. #RuralHealth",
    likes: 122,
    comments: [
      'ruth.yoder: I asked. Four dollars instead of fifteen. Bless you.',
      'ayesha.siddiqui: Does it still count toward the deductible?',
      'priya.raman: Usually not by itself. If you are close to meeting it, ask your plan first.',
    ],
  },
  {
    by: 'jamal.washington',
    hoursAgo: 127,
    text: "Fifteen-year-old on my team wants to know how to get a traffic light on his mother's corner. I said I don't know either, let's find out. Day one: the city says it's a county road. Day two: the county says it's a state road. Day three is tomorrow. He is keeping a notebook. #FixTheRoads #CivicsClass",
    likes: 99,
    comments: [
      'sofia.ramirez: The state\'s district traffic engineer. Ask for a "signal warrant study," in those words.',
      'jamal.washington: He wrote it down and underlined it twice.',
      'daniel.whitehorse: Can he present the notebook to my class? By video is fine.',
      "hannah.goldberg: While you wait, ask for an all-way stop review. It's faster and often granted.",
    ],
  },
  {
    by: 'katarina.novak',
    hoursAgo: 166,
    text: "Our street has one daycare, with a waiting list longer than a pregnancy. I'm not asking for a miracle. I'm asking why a church with nine empty classrooms can't open six of them. #Childcare",
    likes: 65,
    comments: [
      "samuel.adeyemi: A church with empty classrooms here. It's the sprinkler rule, and the second exit. We raised half so far.",
      'grace.kim: Some states have small grants for exactly that, fire exits included. Check yours.',
      'ayesha.siddiqui: The sprinkler rule exists for a reason. But the money for it should exist too.',
    ],
  },
  {
    by: 'victoria.nguyen',
    hoursAgo: 250,
    text: 'A boy I work with said a whole sentence today. It was "I don\'t want to." Best complaint I ever heard.',
    likes: 156,
    comments: ['leilani.kahale: Crying in the parking lot. Thank you.', 'deshawn.harris: Let that man speak.'],
  },
]
