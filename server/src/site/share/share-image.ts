/** What a poll's share image shows. */
export interface PollImage {
  kind: 'poll'
  question: string
  options: { text: string; votes: number }[]
  totalVotes: number
  closed: boolean
  /** The site's host name. */
  site: string
}

/** What an official's share image shows. */
export interface PoliticianImage {
  kind: 'politician'
  name: string
  /** Such as "Senator for New Mexico". */
  role: string
  retired: boolean
  good: number
  bad: number
  /** The name of an image in the file store. */
  photo?: string
  site: string
}

export type ShareImage = PollImage | PoliticianImage

/** The job of the process that draws. */
export interface DrawingJob {
  image: ShareImage
  photo?: Buffer
}
