/** The texts for sharing a product with the shop's dialog or the device's share sheet. */

export const MESSAGE = 'Shop amazing products at up to 70% OFF. Check out this product that I liked!'
export const HASHTAGS = ['ceramics', 'handmade']
export const TAGGED = `${MESSAGE} ${HASHTAGS.map((tag) => `#${tag}`).join(' ')}`

/** Opens the device's share sheet. `path` is the product's address with its variant. If the user closes the sheet, no failure is logged. */
export async function shareByDevice(title: string, path: string): Promise<void> {
  try {
    await navigator.share({ title, text: TAGGED, url: window.location.origin + path })
  } catch (cause) {
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) console.error('Could not share', cause)
  }
}
