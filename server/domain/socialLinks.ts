/** The shop's pages on social networks, from the settings. */
import type { Shop } from './shop'

/** Returns Instagram for `https://www.instagram.com/cerashop`. */
function networkOf(url: string): string {
  const name = new URL(url).hostname.replace(/^www\./, '').split('.')[0]!
  return name[0]!.toUpperCase() + name.slice(1)
}

export const listSocialLinks = ({ settings }: Shop): { name: string; url: string }[] =>
  settings.socialLinks.map((url) => ({ name: networkOf(url), url }))
