/** Letters of other alphabets that look like a Latin one, in one case or the other. */
const lookalikes = 'авеѕіјкмнорстухһԁԛԝӏαβεζηικμνορτυχıɑɡ'
const latin = 'abesijkmhopctyxhdqwlabezhikmvoptyxiag'

/** A key that is equal for texts that look alike: ignores case, Unicode form, white space, invisible characters and the alphabet. */
export function comparisonKey(text: string): string {
  const visible = text.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
  const lower = visible.replace(/\s+/g, ' ').trim().toLowerCase()
  return lower.replace(/[\u0131-\u0524]/g, (letter) => latin[lookalikes.indexOf(letter)] ?? letter)
}
