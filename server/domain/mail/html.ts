/**
 * Renders an email as HTML that email programs support: one column and inline styles, without tables, images, scripts or external fonts.
 * Metadata declares that the email supports dark colors. react-email would add about a hundred packages for a few short texts.
 */
import type { Draft, DraftOrder } from './draft'
import { UNSUBSCRIBE } from './text'

const SERIF = "Fraunces, Georgia, 'Times New Roman', serif"
const SANS = "Figtree, 'Segoe UI', Helvetica, Arial, sans-serif"
const [INK, ASH, CLAY, SAND, LINE, BONE] = ['#2b2521', '#665d55', '#a4452a', '#f1e9dd', '#e4dacb', '#fbf7f0']

/** Dark colors, for email programs that support them: Apple Mail, most Android apps and Thunderbird. */
const DARK = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  body, .page { background: #1e1a17 !important; }
  .page, .page h1, .page strong, .page .ink { color: #f1e9dd !important; }
  .ash { color: #b9aea2 !important; }
  .panel { background: #2b2521 !important; }
  .line { border-color: #4a413a !important; }
  .page a.link { color: #e39b80 !important; }
}`

class Html {
  constructor(readonly text: string) {}
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For a title, which contains no elements. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)

/** A name within a sentence. Many email programs drop the marks of `isolate`, but know the element. */
const ISOLATED = /\u2068([^\u2068\u2069]*)\u2069/g

/** The currency and the number of an amount stay on one line. */
const AMOUNT = /\bRs\. (?=\d)/g

/** Escapes all values except Html. */
function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  const write = (value: (typeof values)[number]): string => {
    if (value instanceof Html) return value.text
    if (Array.isArray(value)) return value.map(write).join('')
    return escaped(String(value)).replace(ISOLATED, '<bdi>$1</bdi>').replace(AMOUNT, 'Rs.\u00a0')
  }
  return new Html(parts.map((part, i) => part + (i < values.length ? write(values[i]!) : '')).join(''))
}

export function htmlOf(draft: Draft): string {
  const {
    subject,
    preheader,
    shopName,
    origin,
    heading,
    greeting,
    paragraphs,
    quote = [],
    code,
    action,
    order,
    footer,
    unsubscribeUrl,
  } = draft
  const { text } = html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${new Html(escaped(subject))}</title>
        <style>
          ${new Html(DARK)}
        </style>
      </head>
      <body style="margin:0;padding:0;background:${BONE}">
        <div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
        <div
          class="page"
          style="background:${BONE};color:${INK};font:16px/1.5 ${SANS};padding:24px 16px;overflow-wrap:anywhere"
        >
          <div style="max-width:600px;margin:0 auto">
            <p style="margin:0 0 24px;font:600 22px/1.2 ${SERIF}">
              <a class="ink" href="${origin}/" style="color:${INK};text-decoration:none">${shopName}</a>
            </p>
            <h1 style="margin:0 0 16px;font:600 28px/1.2 ${SERIF};color:${INK}">${heading}</h1>
            <p style="margin:0 0 12px">${greeting}</p>
            ${code === null ? [] : codeOf(code)}
            ${paragraphs.map((each) => html`<p style="margin:0 0 12px">${each}</p> `)}
            ${quote.length === 0 ? [] : quoteOf(quote)} ${action ? waysOf(action, draft) : []}
            ${order ? orderOf(order) : []}
            <div
              class="ash line"
              style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid ${LINE};color:${ASH};font-size:14px"
            >
              ${footer.map((each) => html`<p style="margin:0 0 8px">${each}</p> `)}
              ${unsubscribeUrl === null ? [] : stopOf(unsubscribeUrl)}
            </div>
          </div>
        </div>
      </body>
    </html> `
  return text
}

const stopOf = (url: string): Html =>
  html`<p style="margin:0 0 8px"><a class="link" href="${url}" style="color:${CLAY}">${UNSUBSCRIBE}</a></p>`

const codeOf = (code: string): Html =>
  html`<p
    class="panel ink"
    style="margin:24px 0;padding:16px 20px;border-radius:8px;background:${SAND};color:${INK};font:600 32px/1.2 ${SANS};letter-spacing:0.2em"
  >
    ${code}
  </p>`

const quoteOf = (lines: string[]): Html =>
  html`<blockquote class="line" style="margin:16px 0;padding:0 0 0 16px;border-left:3px solid ${LINE}">
    ${lines.map((line) => html`<p dir="auto" style="margin:0 0 8px">${line}</p> `)}
  </blockquote>`

const waysOf = ({ url, linkText }: NonNullable<Draft['action']>, { parcel }: Draft): Html =>
  html`<p style="margin:24px 0">
      <a
        href="${url}"
        style="display:inline-block;padding:12px 20px;border-radius:4px;background:${CLAY};color:#ffffff;font-weight:600;text-decoration:none"
        >${linkText}</a
      >
    </p>
    ${parcel ? html`<p style="margin:0 0 24px"><a class="link" href="${parcel.url}" style="color:${CLAY}">${parcel.linkText}</a></p>` : []}`

const orderOf = ({ number, lines, totals }: DraftOrder): Html =>
  html`<div class="panel" style="padding:16px 20px;border-radius:8px;background:${SAND}">
    <p style="margin:0 0 12px">
      <strong>${number}</strong>
    </p>
    ${lines.map((line) => html`<p class="line" style="margin:0;padding:8px 0;border-top:1px solid ${LINE}">${line.text}${line.total === null ? [] : html`<br /><span class="ash" style="color:${ASH}">${line.total}</span>`}</p> `)}
    ${totals.map(({ name, amount, isSum }) =>
      isSum
        ? html`<p class="line" style="margin:0;padding:8px 0;border-top:1px solid ${LINE}">
            <strong>${name}: ${amount}</strong>
          </p> `
        : html`<p class="line" style="margin:0;padding:8px 0;border-top:1px solid ${LINE}">${name}: ${amount}</p> `,
    )}
  </div>`
