/**
 * What people do not read as text: escaped characters, code, targets of links, addresses and quotes. No alternative scans past the
 * next mark of its kind, so this takes linear time.
 */
const unread = new RegExp(
  [
    String.raw`\\[\s\S]`,
    '```[\\s\\S]*?```',
    '^~~~[\\s\\S]*?^~~~',
    '`[^`\\n]+`',
    String.raw`\]\([^()\s]*(?:[ \t]+"[^"\n]*")?\)`,
    // To the next white space or full-width punctuation mark.
    String.raw`(?:[a-z][a-z\d+.-]{0,20}:\/\/|(?<![\w.-])(?:[\p{L}\p{M}\d-]{1,63}\.){1,9}\p{L}{2,20}[/?#:])[^\s<>"“”。，、；：！？（）「」『』【】]*`,
    String.raw`^[ \t]{0,3}>.*$`,
  ].join('|'),
  'gimu',
)

/**
 * The text of the same length in which hashtags and mentions are looked for. What people do not read as text is blank. The server,
 * the composer and the page use it for plain text and for the text of Markdown.
 */
export function toReadable(text: string): string {
  return /[@＠﹫#＃﹟]/.test(text) ? text.replace(unread, (part) => '\0'.repeat(part.length)) : text
}
