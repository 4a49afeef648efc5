import { attributesOf, type Written } from '@wtpu/contract/schemas'
import { site } from '@wtpu/contract/site/name'
import { brandColor } from '@wtpu/contract/site/colors'
import type { Mail } from './transport.ts'

interface MailContent {
  /** Shown in the footer, so that a mail says whose it is. */
  publicUrl: string
  title: string
  paragraphs: string[]
  /** The text that the paragraphs show. The layout around them is in English. */
  writing?: Written
  /** A code to copy, shown in large type. */
  code?: string
  /** Shown as a button in HTML and as the URL in plain text. */
  action?: { label: string; url: string }
  /** Lists of links, below the paragraphs. */
  sections?: { heading: string; items: { text: string; note?: string; url: string }[] }[]
  /** Why the recipient gets this mail, and what to do if they did not request it. */
  footnote: string
  /** They stand below the footnote. */
  footerLinks?: { label: string; url: string }[]
}

/** Renders a mail as HTML and plain text. It has no images or external resources, so it works in every mail client. */
export function renderMail({
  publicUrl,
  title,
  paragraphs,
  writing,
  code,
  action,
  sections = [],
  footnote,
  footerLinks = [],
}: MailContent): Pick<Mail, 'text' | 'html'> {
  const [first = '', ...rest] = paragraphs
  const brand = brandColor()
  const sender = `${site.name} at ${new URL(publicUrl).host}`
  const lists = sections.flatMap(({ heading, items }) => [
    heading.toUpperCase(),
    ...items.map(({ text, note, url }) => [`- ${text}`, ...(note ? [note] : []), url].join('\n  ')),
  ])
  const text = [
    site.name,
    title,
    first,
    ...(code ? [code] : []),
    ...(action ? [action.url] : []),
    ...rest,
    ...lists,
    footnote,
    ...footerLinks.map(({ label, url }) => `${label}: ${url}`),
    sender,
  ]
  const attributes = Object.entries(attributesOf(writing))
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`))
    .join('')
  const paragraph = (content: string) =>
    `<p${attributes} style="margin:0 0 16px">${escapeHtml(content).replaceAll('\n', '<br>')}</p>`
  const codeBlock = code
    ? `<p style="margin:0 0 16px;padding:16px;background:#f4f1ea;border-radius:8px;text-align:center;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px;color:#1f1d1a">${escapeHtml(code)}</p>`
    : ''
  const button = action
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;background:${brand};border-radius:8px;font:700 16px/1.2 Arial,sans-serif;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>`
    : ''
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#faf8f4;color:#1f1d1a;font:16px/1.5 Georgia,'Times New Roman',serif">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;background:#ffffff;border:1px solid #e4dfd4;border-radius:12px">
<tr><td style="padding:28px 28px 12px">
<p style="margin:0 0 20px;font:700 15px/1.3 Arial,sans-serif;letter-spacing:1px;color:${brand}">${escapeHtml(site.name)} <span style="font-weight:400;letter-spacing:0;color:#5d574c">${escapeHtml(site.tagline)}</span></p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${paragraph(first)}
${codeBlock}${button}
${rest.map(paragraph).join('\n')}
${sections.map(renderSection).join('\n')}
</td></tr>
<tr><td style="padding:16px 28px 24px;border-top:1px solid #e4dfd4;font-size:14px;color:#5d574c">${escapeHtml(footnote)}${footerLinks.map(({ label, url }) => `<br><a href="${escapeHtml(url)}" style="color:${brand}">${escapeHtml(label)}</a>`).join('')}<br>${escapeHtml(sender)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
  return { text: `${text.join('\n\n')}\n`, html }
}

function renderSection({ heading, items }: NonNullable<MailContent['sections']>[number]): string {
  const brand = brandColor()
  const item = ({ text, note, url }: (typeof items)[number]) =>
    `<li style="margin:0 0 12px"><a href="${escapeHtml(url)}" style="color:${brand}">${escapeHtml(text)}</a>${
      note ? `<br><span style="font-size:14px;color:#5d574c">${escapeHtml(note)}</span>` : ''
    }</li>`
  return `<h2 style="margin:24px 0 12px;font-size:17px;line-height:1.3">${escapeHtml(heading)}</h2>
<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.map(item).join('\n')}</ul>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
