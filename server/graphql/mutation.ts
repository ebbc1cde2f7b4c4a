/** The contract's mutations. Each finds the viewer and makes one call to the domain, without parsing its arguments. */
import { logIn, signUp, type Viewer } from '../domain/login/accounts'
import { changePassword, logOutEverywhere } from '../domain/login/owner'
import { deleteAccount } from '../domain/own-account/deleteAccount'
import { notifyWhenAvailable, notifyWhenPriceFalls } from '../domain/own-account/askForNotice'
import { requestCode, resetPassword, signInWithCode, type CodeLogin } from '../domain/login/codeLogin'
import {
  addAddress,
  confirmAddress,
  removeAddress,
  setDefaultAddress,
  updateAddress,
} from '../domain/accounts/addresses'
import { confirmEmailChange, requestEmailChange, updateAccount } from '../domain/own-account/ownData'
import { giveConsent, withdrawConsent } from '../domain/accounts/consents'
import * as carts from '../domain/cart/cart'
import { buyAgain } from '../domain/orders/placement/buyAgain'
import { cancelByBuyer } from '../domain/orders/after-sale/cancel'
import { changeAddressByBuyer } from '../domain/orders/placement/changeAddress'
import { cancelCheckout, confirmPayment, payOrder, startCheckout } from '../domain/orders/placement/checkout'
import { placeOnce, type PlacementInput } from '../domain/orders/placement/placement'
import { revokeOrderLink } from '../domain/orders/messages/linkedOrder'
import { requestReturn } from '../domain/orders/after-sale/ask'
import { stopNotice } from '../domain/notices/notices'
import { askStudio } from '../domain/questions/questions'
import { addToWishlist, removeFromWishlist } from '../domain/cart/wishlist'
import type { SignedBuyer } from '../domain/lockBuyer'
import { withdrawReview, writeReview } from '../domain/reviews/writeReview'
import { DomainError } from '../shared/errors'
import type { MutationResolvers } from '../generated/graphql'
import type { Context } from './context'
import { inAddress, withUserErrors, type ArgumentPath } from './errors'
import { officeMutations } from './office/office'
import { productMutations } from './office/products'
import { staffMutations } from './office/staff'

const inInput: ArgumentPath = (field) => ['input', field]

/** A change to the viewer's account. */
const changeAccount = <Payload extends object>(context: Context, work: (viewer: Viewer) => Promise<Payload>) =>
  withUserErrors(async () => work(await context.requireViewer()), inInput)

const ENTER_CODE = 'Enter a code from your authenticator app on the page Security of the office, then try again.'

/** A change that could be used to take over the account. If the account has a second factor, the change needs a fresh code. */
const changeSafely = <Payload extends object>(context: Context, work: (viewer: Viewer) => Promise<Payload>) =>
  changeAccount(context, async (viewer) => {
    const { factor } = await context.officeRights()
    if (factor === 'OLD' || factor === 'NEEDED')
      throw new DomainError('SECOND_FACTOR_REQUIRED', { message: ENTER_CODE })
    return work(viewer)
  })

/** A change that needs a viewer. */
const change = <Payload extends object>(
  context: Context,
  work: (viewer: Viewer) => Promise<Payload>,
  argumentPath?: ArgumentPath,
) => withUserErrors(async () => work(await context.requireViewer()), argumentPath)

const changeCart = (context: Context, work: (viewer: Viewer) => Promise<carts.Cart>, argumentPath?: ArgumentPath) =>
  change(context, async (viewer) => ({ cart: await work(viewer) }), argumentPath)

const signedIn = ({ signToken }: Context, user: Viewer) => ({ user, token: signToken(user) })

const signedInWithCode = (context: Context, { user, leftByStranger }: CodeLogin) => ({
  ...signedIn(context, user),
  leftByStranger,
})

/** An invalid token is treated as missing, because people who cannot log in use this call. */
const callerOf = async ({ address, findViewer }: Context) => ({ address, viewer: await findViewer().catch(() => null) })

const placeOnDelivery = ({ shop, address }: Context, viewer: Viewer, input: Omit<PlacementInput, 'networkAddress'>) =>
  placeOnce(shop, viewer, { ...input, networkAddress: address }, { payOnDelivery: true })

/** The key of a link takes the place of the token. */
const authorOf = async (context: Context, linkKey: string | null | undefined): Promise<SignedBuyer> =>
  linkKey == null ? context.requireViewer() : { linkKey }

const once = (key: string | null | undefined) => (key == null ? undefined : { key })

export const Mutation: MutationResolvers = {
  signup: (_, { input }, context) =>
    withUserErrors(async () => {
      const { user, codeRequestId } = await signUp(context.shop, context.address, input, input.consents ?? [])
      return { ...signedIn(context, user), codeRequestId }
    }, inInput),
  login: (_, { input }, context) =>
    withUserErrors(async () => signedIn(context, await logIn(context.shop, context.address, input)), inInput),

  requestCode: (_, { input }, context) =>
    withUserErrors(async () => ({ requestId: await requestCode(context.shop, context.address, input) }), inInput),
  signInWithCode: (_, { input }, context) =>
    withUserErrors(
      async () => signedInWithCode(context, await signInWithCode(context.shop, await callerOf(context), input)),
      inInput,
    ),
  resetPassword: (_, { input }, context) =>
    withUserErrors(
      async () => signedInWithCode(context, await resetPassword(context.shop, await callerOf(context), input)),
      inInput,
    ),

  logoutEverywhere: (_, __, context) =>
    changeAccount(context, async (viewer) => {
      await logOutEverywhere(context.shop, viewer)
      return {}
    }),
  changePassword: (_, { input }, context) =>
    changeSafely(context, async (viewer) =>
      signedIn(context, await changePassword(context.shop, viewer, context.address, input)),
    ),
  updateAccount: (_, { input }, context) =>
    changeAccount(context, async (viewer) => ({ user: await updateAccount(context.shop, viewer, input) })),
  requestEmailChange: (_, { input }, context) =>
    changeSafely(context, async (viewer) => ({
      requestId: await requestEmailChange(context.shop, viewer, context.address, input),
    })),
  confirmEmailChange: (_, { input }, context) =>
    changeAccount(context, async (viewer) =>
      signedIn(context, await confirmEmailChange(context.shop, viewer, context.address, input)),
    ),
  giveConsent: (_, consent, context) =>
    withUserErrors(async () => {
      const user = await context.requireViewer()
      await giveConsent(context.shop, user, consent)
      return { user }
    }),
  withdrawConsent: (_, { purpose }, context) =>
    withUserErrors(async () => {
      const user = await context.requireViewer()
      await withdrawConsent(context.shop, user, purpose)
      return { user }
    }),
  deleteAccount: (_, { input }, context) =>
    changeSafely(context, async (viewer) => {
      await deleteAccount(context.shop, viewer, context.address, input)
      return {}
    }),

  addToCart: (_, { idempotencyKey, ...input }, context) =>
    changeCart(context, (viewer) => carts.addToCart(context.shop, viewer, input, once(idempotencyKey))),
  setCartQuantity: (_, input, context) =>
    changeCart(context, (viewer) => carts.setCartQuantity(context.shop, viewer, input)),
  changeCartQuantity: (_, { idempotencyKey, ...input }, context) =>
    changeCart(context, (viewer) => carts.changeCartQuantity(context.shop, viewer, input, once(idempotencyKey))),
  removeFromCart: (_, { productId }, context) =>
    changeCart(context, (viewer) => carts.removeFromCart(context.shop, viewer, productId)),
  clearCart: (_, __, context) => changeCart(context, (viewer) => carts.clearCart(context.shop, viewer)),
  moveToWishlist: (_, { productId }, context) =>
    change(context, (viewer) => carts.moveToWishlist(context.shop, viewer, productId)),
  applyCoupon: (_, { code }, context) => changeCart(context, (viewer) => carts.applyCoupon(context.shop, viewer, code)),
  removeCoupon: (_, __, context) => changeCart(context, (viewer) => carts.removeCoupon(context.shop, viewer)),
  setGiftWrap: (_, { giftWrap }, context) =>
    changeCart(context, (viewer) => carts.setGiftWrap(context.shop, viewer, giftWrap)),
  setCartChoices: (_, { input }, context) =>
    changeCart(context, (viewer) => carts.setCartChoices(context.shop, viewer, input), inInput),

  addToWishlist: (_, input, context) =>
    change(context, async (viewer) => ({ wishlist: await addToWishlist(context.shop, viewer, input) })),
  removeFromWishlist: (_, { productId }, context) =>
    change(context, async (viewer) => ({ wishlist: await removeFromWishlist(context.shop, viewer, productId) })),

  notifyWhenAvailable: (_, input, context) =>
    withUserErrors(async () => {
      const user = await context.findViewer()
      const asked = await notifyWhenAvailable(context.shop, { address: context.address, viewer: user }, input)
      return { ...asked, user }
    }),
  notifyWhenPriceFalls: (_, { variantId }, context) =>
    change(context, async (user) => ({ notice: await notifyWhenPriceFalls(context.shop, user, variantId), user })),
  stopNotice: (_, { id }, context) =>
    change(context, async (user) => {
      await stopNotice(context.shop, user, id)
      return { user }
    }),

  askStudio: (_, { input }, context) =>
    withUserErrors(async () => {
      const viewer = await context.findViewer()
      await askStudio(context.shop, { address: context.address, viewer }, input)
      return {}
    }, inInput),

  addAddress: (_, { input, idempotencyKey }, context) =>
    change(
      context,
      (viewer) => addAddress(context.shop, viewer, input, once(idempotencyKey)),
      (field) => (field === 'idempotencyKey' ? [field] : inInput(field)),
    ),
  updateAddress: (_, { id, input }, context) =>
    change(
      context,
      (viewer) => updateAddress(context.shop, viewer, id, input),
      (field) => (field === 'addressId' ? ['id'] : inInput(field)),
    ),
  confirmAddress: (_, { id }, context) =>
    change(
      context,
      (viewer) => confirmAddress(context.shop, viewer, id),
      () => ['id'],
    ),
  setDefaultAddress: (_, { id }, context) =>
    change(
      context,
      (viewer) => setDefaultAddress(context.shop, viewer, id),
      () => ['id'],
    ),
  removeAddress: (_, { id }, context) =>
    change(context, async (viewer) => ({ addresses: await removeAddress(context.shop, viewer, id) })),

  startCheckout: (_, input, context) =>
    change(context, (viewer) => startCheckout(context.shop, viewer, { ...input, networkAddress: context.address })),
  confirmPayment: (_, { input }, context) =>
    change(context, async (viewer) => ({ order: await confirmPayment(context.shop, viewer.id, input) }), inInput),
  cancelCheckout: (_, { orderId }, context) =>
    change(context, async (viewer) => ({ order: await cancelCheckout(context.shop, viewer, orderId) })),
  placeOrderOnDelivery: (_, input, context) =>
    change(context, async (viewer) => ({ order: await placeOnDelivery(context, viewer, input) })),
  payOrder: (_, { number, expectedTotal }, context) =>
    change(context, (viewer) => payOrder(context.shop, viewer.id, number, expectedTotal)),
  cancelOrder: (_, { number, ...some }, context) =>
    change(context, async (viewer) => ({ order: await cancelByBuyer(context.shop, viewer, number, some) })),
  changeOrderAddress: (_, { number, address, acceptChanges: accepted }, context) =>
    change(
      context,
      async (viewer) => ({ order: await changeAddressByBuyer(context.shop, viewer, number, { address, accepted }) }),
      inAddress,
    ),
  requestReturn: (_, { number, ...input }, context) =>
    change(context, async (viewer) => ({ order: await requestReturn(context.shop, viewer, number, input) })),
  buyAgain: (_, { number }, context) => change(context, (viewer) => buyAgain(context.shop, viewer, number)),
  review: (_, { linkKey, ...written }, context) =>
    withUserErrors(async () => ({
      review: await writeReview(context.shop, await authorOf(context, linkKey), written),
    })),
  withdrawReview: (_, { orderLineId, linkKey }, context) =>
    withUserErrors(async () => ({
      review: await withdrawReview(context.shop, await authorOf(context, linkKey), orderLineId),
    })),
  revokeOrderLink: (_, { number }, context) =>
    withUserErrors(async () => {
      await revokeOrderLink(context.shop, await context.requireCaller(), number)
      return {}
    }),
  ...officeMutations,
  ...productMutations,
  ...staffMutations,
}
