/** Shares of a poll in which voters could have no opinion are of the others, and each sentence about them says so. */
export const ofOpinions = ({ has_no_opinion: could }: { has_no_opinion: boolean }, sentence: string): string =>
  could ? `Of those with an opinion, ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}` : sentence
