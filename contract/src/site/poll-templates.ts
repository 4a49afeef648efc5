export interface PollTemplate {
  /** Also the idempotency key, so that an admin publishes a template once. */
  id: string
  question: string
  options: string[]
  /** The name that the category has on a new site. */
  category: string
}

/** Questions for the first polls of any site. They name no party, no person and no law, and favor no answer. */
export const pollTemplates: PollTemplate[] = [
  {
    id: '6f0b5f0c-6f3e-4c57-9d0b-2b6a3f5d1a01',
    question: 'What should local government work on first?',
    options: ['Housing', 'Roads and transit', 'Schools', 'Public safety', 'Something else'],
    category: 'General',
  },
  {
    id: '6f0b5f0c-6f3e-4c57-9d0b-2b6a3f5d1a02',
    question: 'How well does your local government explain its decisions?',
    options: ['Very well', 'Rather well', 'Rather badly', 'Very badly', 'Not sure'],
    category: 'General',
  },
  {
    id: '6f0b5f0c-6f3e-4c57-9d0b-2b6a3f5d1a03',
    question: 'How would you like to vote in the next election?',
    options: ['In person on election day', 'In person before election day', 'By mail', 'I do not plan to vote'],
    category: 'General',
  },
  {
    id: '6f0b5f0c-6f3e-4c57-9d0b-2b6a3f5d1a04',
    question: 'Where do you get most of your local news?',
    options: ['Newspapers and their websites', 'Television', 'Radio', 'Social networks', 'People I know'],
    category: 'Technology',
  },
  {
    id: '6f0b5f0c-6f3e-4c57-9d0b-2b6a3f5d1a05',
    question: 'How do you expect the economy where you live to be in a year?',
    options: ['Better than today', 'About the same', 'Worse than today', 'Not sure'],
    category: 'Economy',
  },
  {
    id: '6f0b5f0c-6f3e-4c57-9d0b-2b6a3f5d1a06',
    question: 'How easy is it to see a doctor where you live?',
    options: ['Very easy', 'Rather easy', 'Rather hard', 'Very hard', 'Not sure'],
    category: 'Healthcare',
  },
]
