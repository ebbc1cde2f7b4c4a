/** Asks for one email about a product. Visitors, and shoppers whose email is not confirmed, first enter a code that is emailed to the address. */
import type { NoticeKind } from '../../generated/prisma/client'
import { DomainError, invalidInput } from '../../shared/errors'
import { invalidMessage, noticeInput, parseField, parseInput, productId } from '../../shared/validation'
import type { Viewer } from '../login/accounts'
import { mailCode } from '../login/codes/mailCodes'
import { hashBrowser } from '../login/recentLogins'
import { lockCart } from '../lockCart'
import { checkProduct, openNotice, type Notice } from '../notices/notices'
import type { Shop } from '../shop'
import { checkingCode, countCodeRequest, requireMail } from '../login/codeLogin'

interface Caller {
  /** The caller's network address. */
  address: string
  viewer: Viewer | null
}

/** Either the open notice, or the id of the request for a code. */
type Asked = { notice: Notice } | { requestId: string }

/**
 * Without a code, opens the notice if the address is the viewer's confirmed email, and otherwise emails a code. Stores no notice before the
 * right code, so a caller cannot fill a stranger's mailbox; codes have their own limits. The answer does not depend on whether the address has
 * an account. Throws INVALID_INPUT, MAIL_UNAVAILABLE, PRODUCT_NOT_FOUND, CODE_INVALID, TOO_MANY_ATTEMPTS, LIMIT_REACHED, UNAUTHENTICATED.
 */
export async function notifyWhenAvailable(shop: Shop, { address, viewer }: Caller, input: unknown): Promise<Asked> {
  const { variantId, browserKey, code, requestId, ...given } = parseInput(noticeInput, input)
  requireMail(shop)
  const email = given.email ?? viewer?.email
  if (email === undefined) throw invalidInput('email', invalidMessage('email'))
  const wanted = { email, kind: 'AVAILABLE', productId: variantId } as const
  if (viewer?.emailVerifiedAt && email === viewer.email) return { notice: await openOwn(shop, viewer, wanted) }
  if (code != null) {
    const owner = { email, userId: null, isNews: true } as const
    const nothing = () => Promise.resolve()
    return checkingCode(shop, address, owner, { code, requestId }, nothing, async (tx) => ({
      notice: await openNotice(tx, wanted),
    }))
  }
  await checkProduct(shop.db, wanted.kind, variantId)
  const to = { email, userId: null, isNews: true, networks: shop.hashNetworks(address) } as const
  const request = { ...to, browser: hashBrowser(browserKey) }
  await countCodeRequest(shop, address, request)
  return { requestId: await shop.db.$transaction((tx) => mailCode(shop, tx, request, 'NEWS_CODE')) }
}

/**
 * Only for a viewer with a confirmed email. Throws INVALID_INPUT, MAIL_UNAVAILABLE, EMAIL_UNVERIFIED, PRODUCT_NOT_FOUND, LIMIT_REACHED,
 * UNAUTHENTICATED.
 */
export async function notifyWhenPriceFalls(shop: Shop, viewer: Viewer, variantId: unknown): Promise<Notice> {
  const id = parseField('variantId', productId, variantId)
  requireMail(shop)
  if (!viewer.emailVerifiedAt)
    throw new DomainError('EMAIL_UNVERIFIED', {
      message: 'Please confirm your email on your profile first.',
      confirmEmail: true,
    })
  return openOwn(shop, viewer, { email: viewer.email, kind: 'PRICE', productId: id })
}

const openOwn = (shop: Shop, viewer: Viewer, wanted: { email: string; kind: NoticeKind; productId: string }) =>
  shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    return openNotice(tx, wanted)
  })
