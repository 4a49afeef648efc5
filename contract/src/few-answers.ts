/** While a poll or an official has fewer answers, those who are about to answer read that others may be able to tell who chose what. */
export const fewAnswers = 10
