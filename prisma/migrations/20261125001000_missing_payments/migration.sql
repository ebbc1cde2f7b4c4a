-- Servers from before the migration `refunds` wrote no row of received_payment. If such a server ran beside a newer one, the payments that it
-- confirmed are missing, and their money cannot be refunded. This adds them as that migration did for earlier payments.
INSERT INTO "received_payment" ("id", "order_id", "provider", "amount", "currency", "excess", "received_at")
SELECT "payment_id", "id", "provider", "total_amount" * 100, 'INR',
  CASE WHEN NOT EXISTS (
    SELECT FROM "order_event" WHERE "order_id" = "shop_order"."id" AND "status"::text IN ('PAID', 'CONFIRMED')
  ) THEN 'came when the order could not be paid any more' END,
  COALESCE(
    (SELECT min("at") FROM "order_event" WHERE "order_id" = "shop_order"."id" AND "status"::text IN ('PAID', 'REFUND_DUE')),
    "placed_at"
  )
FROM "shop_order"
WHERE "payment_id" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "received_payment" WHERE "order_id" = "shop_order"."id")
  AND NOT EXISTS (
    SELECT FROM "order_event" WHERE "order_id" = "shop_order"."id" AND "note" LIKE '%is not of the order''s amount%'
  )
ON CONFLICT DO NOTHING;

INSERT INTO "received_payment" ("id", "order_id", "amount", "currency", "received_at")
SELECT 'door-' || "id", "id", "total_amount" * 100, 'INR',
  (SELECT min("at") FROM "order_event" WHERE "order_id" = "shop_order"."id" AND "status"::text = 'DELIVERED')
FROM "shop_order"
WHERE "pay_on_delivery"
  AND EXISTS (
    SELECT FROM "order_event" WHERE "order_id" = "shop_order"."id" AND "status"::text = 'DELIVERED'
  )
ON CONFLICT DO NOTHING;

-- A refunded order without a refund on record was refunded before there were records.
INSERT INTO "refund" ("id", "order_id", "payment_id", "amount", "state", "reference", "reason", "due_at", "requested_at", "ended_at")
SELECT gen_random_uuid(), "received_payment"."order_id", "received_payment"."id", "amount", 'PROCESSED', 'by hand',
  'Given back before there was a record of it.', "at", "at", "at"
FROM "received_payment"
JOIN "shop_order" ON "shop_order"."id" = "received_payment"."order_id" AND "shop_order"."status"::text = 'REFUNDED'
CROSS JOIN LATERAL (
  SELECT COALESCE(max("order_event"."at"), now()) AS "at" FROM "order_event"
  WHERE "order_event"."order_id" = "shop_order"."id" AND "order_event"."status"::text = 'REFUNDED'
) AS "ended"
WHERE "amount" > 0 AND NOT EXISTS (SELECT FROM "refund" WHERE "refund"."order_id" = "shop_order"."id");
