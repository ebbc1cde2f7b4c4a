/** Shares a product: on six networks in a small window, as a link, or with the device's share sheet. */
import { Check, Copy, Share } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  EmailIcon,
  FacebookIcon,
  LinkedinIcon,
  TelegramIcon,
  TelegramShareButton,
  TwitterIcon,
  TwitterShareButton,
  WhatsappIcon,
  WhatsappShareButton,
} from 'react-share'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { useCopy } from '../../../components/useCopy'
import styles from './ShareDialog.module.css'
import { HASHTAGS, MESSAGE, shareByDevice, TAGGED } from './shareText'

const POPUP = { windowWidth: 550, windowHeight: 400, className: styles.network!, resetButtonStyle: false }
const ICON = { size: 32, round: true, bgStyle: { fill: 'var(--ink)' }, 'aria-hidden': true }

interface ShareDialogProps {
  title: string
  /** The product's address with its variant. */
  path: string
  onClose: () => void
}

export function ShareDialog({ title, path, onClose }: ShareDialogProps) {
  const url = window.location.origin + path
  return (
    <Dialog title="Share this product" onClose={onClose}>
      <p className={styles.message}>{MESSAGE}</p>
      <div className={styles.networks}>
        <PopupButton
          name="facebook"
          address={`https://www.facebook.com/sharer/sharer.php?${query({ u: url, quote: MESSAGE, hashtag: `#${HASHTAGS[0]}` })}`}
        >
          <FacebookIcon {...ICON} /> Facebook
        </PopupButton>
        <WhatsappShareButton {...POPUP} url={url} title={TAGGED} separator=" " aria-label="whatsapp">
          <WhatsappIcon {...ICON} /> WhatsApp
        </WhatsappShareButton>
        <TwitterShareButton {...POPUP} url={url} title={MESSAGE} hashtags={HASHTAGS} aria-label="twitter">
          <TwitterIcon {...ICON} /> Twitter
        </TwitterShareButton>
        <PopupButton name="email" address={`mailto:?${query({ subject: title, body: `${TAGGED}\n\n${url}` })}`}>
          <EmailIcon {...ICON} /> Email
        </PopupButton>
        <TelegramShareButton {...POPUP} url={url} title={TAGGED} aria-label="telegram">
          <TelegramIcon {...ICON} /> Telegram
        </TelegramShareButton>
        <PopupButton
          name="linkedin"
          address={`https://www.linkedin.com/shareArticle?${query({ mini: 'true', url, title, summary: TAGGED })}`}
        >
          <LinkedinIcon {...ICON} /> LinkedIn
        </PopupButton>
      </div>
      <CopyLink url={url} />
      {'share' in navigator && <OwnSheet title={title} path={path} />}
    </Dialog>
  )
}

/** Uses `encodeURIComponent`, because email programs show a plus sign if a space is encoded as `+`. */
const query = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/**
 * For three networks, the library's button does not do this: the email button replaces the page, LinkedIn's window is larger, and Facebook's
 * button leaves out the message.
 */
function PopupButton({ name, address, children }: { name: string; address: string; children: ReactNode }) {
  const size = `width=${POPUP.windowWidth},height=${POPUP.windowHeight}`
  return (
    <button type="button" className={styles.network} aria-label={name} onClick={() => window.open(address, '', size)}>
      {children}
    </button>
  )
}

function CopyLink({ url }: { url: string }) {
  const { result, copy } = useCopy()
  const copied = result === 'Copied'
  return (
    <div className={styles.link}>
      <input readOnly aria-label="Link to this product" value={url} onFocus={(event) => event.target.select()} />
      <Button look="quiet" onClick={() => void copy(url)}>
        {copied ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
        <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
      </Button>
    </div>
  )
}

/** Opens the device's share sheet. */
const OwnSheet = ({ title, path }: { title: string; path: string }) => (
  <Button look="bare" wide className={styles.more} onClick={() => void shareByDevice(title, path)}>
    <Share size={18} aria-hidden />
    More ways
  </Button>
)
