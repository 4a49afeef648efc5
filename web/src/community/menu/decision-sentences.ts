/** What to call a sentence, and the sentence. */
type Offer = readonly [name: string, sentence: string]

/** Sentences to an author, by the number of the guideline. The first ones are for decisions that name no guideline. */
export const decisionSentences: readonly (readonly Offer[])[] = [
  [
    ['No guideline is broken', 'We read this. It breaks no guideline, so it stays.'],
    ['Sharp, but allowed', 'This is sharp criticism, which our guidelines allow.'],
  ],
  [
    ['An insult', 'This attacks a person. Please write about the argument instead.'],
    ['A threat', 'This threatens a person. Threats have no place here.'],
    ['A slur', 'This uses a slur. Please make your point without it.'],
  ],
  [
    ['Against everyone of a party', 'This is about people because of their party. Please say what was said or done.'],
    ['Telling others to leave', 'This tells people to leave because of their vote. Everyone is welcome here.'],
  ],
  [
    [
      'How to vote is wrong',
      'This is not how voting works. Please check how to vote with your county before you write about it.',
    ],
    ['An invented quote', 'We found no record of this quote. Please quote what was said, and name the source.'],
    ['A fact without a source', 'This fact is disputed and has no source. You can write it again with one.'],
  ],
  [
    ['Several accounts', 'These accounts belong to one person. Please use only one of them.'],
    ['A bot', 'This was written by a program. Texts here are written by people.'],
    ['Acting for others', 'This acts for other people. Everyone here acts for themselves.'],
  ],
  [
    ['An address or a number', 'This shows where a person lives or how to reach them. Please leave that out.'],
    ['Family', 'This is about the family of a person in office. Please write about what that person does there.'],
    ['Health', 'This is about the health of a person, which is private.'],
  ],
  [
    ['A call for violence', 'This calls for violence, which has no place here.'],
    ['Hatred', 'This attacks people for who they are.'],
  ],
  [
    ['Advertising', 'This is advertising. Nothing is for sale here.'],
    ['Fundraising', 'This asks for money. Fundraising is not allowed here, for any cause.'],
    ['The same link again', 'You sent this link several times. Please send a link once, where it fits.'],
  ],
  [['Wrong reports', 'You reported texts that break no guideline. Please report only texts that break one.']],
]
