/** Refuses other fields, for what decides the meaning of votes: a field that is ignored could be taken for one that counts. */
export const closed = { additionalProperties: false }
