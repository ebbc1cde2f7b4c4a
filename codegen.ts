/**
 * Generates types from schema.graphql: the server's resolver signatures, and each client operation's types next to its component. A page
 * then loads only its own operations, and no GraphQL parser. Fragments on objects without an id, such as images and prices, are spread with
 * `@unmask`, because a fragment hook cannot find such objects in the cache.
 */
import type { CodegenConfig } from '@graphql-codegen/cli'

const scalars = {
  ID: 'string',
  DateTime: { input: 'string', output: 'string' },
  Date: { input: 'string', output: 'string' },
}

const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['client/**/*.graphql'],
  ignoreNoDocuments: true,
  generates: {
    'server/generated/graphql.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        scalars: {
          ID: 'string',
          DateTime: { input: 'string', output: 'Date' },
          Date: { input: 'string', output: 'string' },
        },
        enumsAsTypes: true,
        useTypeImports: true,
        contextType: '../graphql/context#Context',
        mappers: {
          Node: '../graphql/node#FoundNode',
          Address: './prisma/client#Address as AddressRow',
          Cart: '../domain/cart/cart#Cart as CartRow',
          CartItem: '../domain/cart/cart#CartLine',
          Category: './prisma/client#Category as CategoryRow',
          Consent: './prisma/client#Consent as ConsentRow',
          Coupon: '../domain/cart/coupons#ShownCoupon',
          Order: '../domain/orders/order#Order as OrderRow',
          OrderConnection: '../domain/orders/orders#OrderPage',
          PageInfo: '../graphql/pages#AnyPage',
          Payment: '../domain/orders/placement/checkout#Payment as PaymentRow',
          PriceDetails: '../shared/money/pricing#PriceDetails as PriceRow',
          PriceStep: '../shared/money/pricing#PriceStep as PriceStepRow',
          Image: '../graphql/images#FoundImage',
          Invoice: '../domain/orders/invoice#Invoice as InvoiceRow',
          InvoiceLine: '../domain/orders/invoice#InvoiceLine as InvoiceLineRow',
          InvoiceTotal: '../domain/orders/invoice#InvoiceTotal as InvoiceTotalRow',
          OrderItem: '../domain/orders/order#OrderLine',
          OrderEvent: './prisma/client#OrderEvent as OrderEventRow',
          Office: '../graphql/context#Nothing as OfficeParent',
          OfficeAuditConnection: '../domain/audit/audit#AuditPage',
          OfficeAuditEntry: '../domain/audit/audit#AuditEntry',
          OfficeCoupon: './prisma/client#Coupon as CouponRow',
          OfficeProduct: './prisma/client#Product as OfficeProductRow',
          OfficeProductConnection: '../domain/office/goods/productList#OfficeProductPage',
          LinkedOrder: '../domain/orders/messages/linkedOrder#LinkedOrder as LinkedOrderRow',
          LinkedOrderEvent: './prisma/client#OrderEvent as LinkedEventRow',
          OfficeMail: '../domain/office/mails#OfficeMail as OfficeMailRow',
          OfficeMailConnection: '../domain/office/mails#OfficeMailPage',
          OfficeOrder: '../domain/orders/order#Order as OfficeOrderRow',
          OfficeOrderConnection: '../domain/office/orders/orders#OfficeOrderPage',
          OfficeOrderNote: '../domain/office/orders/orderNotes#Note as OfficeNoteRow',
          OfficePayment: '../domain/office/orders/orderMoney#OfficePayment as OfficePaymentRow',
          OfficeRefund: '../domain/office/orders/orderMoney#OfficeRefund as OfficeRefundRow',
          OfficeTakings: '../domain/office/takings#DayOfTakings',
          OfficeToday: '../graphql/context#Nothing as TodayParent',
          OrderRefund: './prisma/client#Refund as RefundRow',
          OfficeCustomer: './prisma/client#User as CustomerRow',
          OfficeCustomerConnection: '../domain/office/customerList#CustomerPage',
          OfficeMember: '../domain/office/access/members#Member',
          StaffRole: './prisma/client#StaffRole as StaffRoleRow',
          OfficeInvitation: '../domain/staff/invitation#Invitation',
          OfficeApiKey: '../domain/office/access/apiKeys#ListedKey',
          Review: '../domain/reviews/reviews#Review as ReviewRow',
          OwnReview: '../domain/reviews/reviews#Review as OwnReviewRow',
          ReviewConnection: '../domain/reviews/reviews#ReviewPage',
          LinkedReviews: '../domain/reviews/reviewLink#LinkedReviews as LinkedReviewsRow',
          OfficeReview: '../domain/reviews/reviews#Review as OfficeReviewRow',
          OfficeReviewConnection: '../domain/office/reviews#OfficeReviewPage',
          OfficeWebhook: '../domain/office/webhooks#Webhook',
          OfficeWebhookConnection: '../domain/office/webhooks#WebhookPage',
          Shop: '../graphql/context#Nothing',
          Product: './prisma/client#Product as ProductRow',
          ProductNotice: '../domain/notices/notices#Notice as NoticeRow',
          ProductConnection: '../domain/catalogue/search#ProductSearch',
          ProductFacets: '../domain/catalogue/search#ProductSearch as SearchOfFacets',
          User: '../domain/accounts/accounts#Viewer',
          WishlistItem: '../domain/cart/wishlist#WishlistItem as WishlistItemRow',
        },
      },
    },
    'client/generated/types.ts': { plugins: ['typescript'], config: { scalars, enumsAsTypes: true } },
    'client/': {
      preset: 'near-operation-file',
      presetConfig: { extension: '.generated.ts', baseTypesPath: 'generated/types.ts' },
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        scalars,
        enumsAsTypes: true,
        useTypeImports: true,
        inlineFragmentTypes: 'mask',
        nonOptionalTypename: true,
        skipTypeNameForRoot: true,
        avoidOptionals: { field: true },
        dedupeOperationSuffix: true,
        // Despite its name, this mode copies each fragment into all documents that spread it. Compressed, the copies are small.
        documentMode: 'documentNodeImportFragments',
        customDirectives: { apolloUnmask: true },
      },
    },
  },
}

export default config
