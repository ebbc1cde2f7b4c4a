-- The tables, and what Prisma describes of them. prisma/functions has the functions and triggers.
CREATE EXTENSION IF NOT EXISTS pg_trgm;


CREATE TYPE "ProductGroup" AS ENUM ('DECOR', 'DINING', 'KITCHEN');

CREATE TYPE "ProductUse" AS ENUM ('MICROWAVE', 'DISHWASHER', 'OVEN', 'FOOD_SAFE');

CREATE TYPE "NoticeKind" AS ENUM ('AVAILABLE', 'PRICE');

CREATE TYPE "AssetKind" AS ENUM ('PHOTO', 'REVIEW_PHOTO');

CREATE TYPE "Role" AS ENUM ('CUSTOMER', 'STAFF');

CREATE TYPE "ConsentPurpose" AS ENUM ('NEWS_BY_MAIL', 'REVIEW_REQUEST');

CREATE TYPE "OrderStatus" AS ENUM ('AWAITING_PAYMENT', 'PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'REFUND_DUE', 'CONFIRMED', 'RETURN_REQUESTED', 'RETURNED', 'REFUNDED');

CREATE TYPE "OrderEventSource" AS ENUM ('SHOPPER', 'WEBHOOK', 'SHOP');

CREATE TYPE "PaymentProvider" AS ENUM ('RAZORPAY', 'SANDBOX');

CREATE TYPE "ReturnWish" AS ENUM ('REFUND', 'REPLACEMENT');

CREATE TYPE "ReturnLineState" AS ENUM ('REQUESTED', 'REFUSED', 'ACCEPTED', 'COMPLETED');

CREATE TYPE "RefundState" AS ENUM ('REQUESTED', 'PROCESSED', 'FAILED');

CREATE TYPE "SalesKind" AS ENUM ('PRODUCT', 'VARIANT', 'CATEGORY', 'COUPON');

CREATE TYPE "OutboxState" AS ENUM ('WAITING', 'SENT', 'DEAD');

CREATE TABLE "category" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT,
    "description" TEXT,
    "position" INTEGER NOT NULL,
    "image_url" TEXT NOT NULL,
    "image_alt" TEXT NOT NULL,
    "image_width" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,

    CONSTRAINT "category_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "imported_product" (
    "product_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "cells" JSONB NOT NULL,
    "imported_on" DATE NOT NULL DEFAULT CURRENT_DATE,

    CONSTRAINT "imported_product_pkey" PRIMARY KEY ("product_id", "kind")
);

CREATE TABLE "named_columns" (
    "header" TEXT NOT NULL,
    "names" JSONB NOT NULL,

    CONSTRAINT "named_columns_pkey" PRIMARY KEY ("header")
);

CREATE TABLE "product" (
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "material" TEXT,
    "dimensions" TEXT,
    "care" TEXT,
    "capacity_ml" INTEGER,
    "weight_grams" INTEGER,
    "is_food_safe" BOOLEAN,
    "category_id" TEXT NOT NULL,
    "category_name" TEXT NOT NULL,
    "image_url" TEXT NOT NULL,
    "image_alt" TEXT NOT NULL,
    "image_width" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,
    "discounted" INTEGER NOT NULL,
    "original" INTEGER NOT NULL,
    "rating" SMALLINT NOT NULL,
    "studio_rating" SMALLINT NOT NULL DEFAULT 0,
    "is_graded" BOOLEAN NOT NULL DEFAULT true,
    "star_counts" INTEGER[] DEFAULT ARRAY[0, 0, 0, 0, 0]::INTEGER[],
    "offer" TEXT NOT NULL,
    "is_bestseller" BOOLEAN NOT NULL,
    "groups" "ProductGroup"[] DEFAULT ARRAY[]::"ProductGroup"[],
    "uses" "ProductUse"[],
    "stock" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "title_lower" TEXT NOT NULL DEFAULT '',
    "is_available" BOOLEAN NOT NULL DEFAULT true,
    "search_text" TEXT NOT NULL DEFAULT '',
    "hidden_at" TIMESTAMPTZ(3),
    "awaits_photo" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 0,
    "variant_of" TEXT,
    "variant" TEXT,
    "sku" TEXT,
    "choices" INTEGER[],

    CONSTRAINT "product_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "variant_text" (
    "id" SERIAL NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "variant_text_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "product_notice" (
    "id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "kind" "NoticeKind" NOT NULL,
    "email" TEXT NOT NULL,
    "price" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_notice_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stock_return" (
    "product_id" TEXT NOT NULL,
    "returned_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stock_return_pkey" PRIMARY KEY ("product_id")
);

CREATE TABLE "product_image" (
    "product_id" TEXT NOT NULL,
    "position" SMALLINT NOT NULL,
    "image_url" TEXT NOT NULL,
    "image_alt" TEXT NOT NULL,
    "image_width" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,

    CONSTRAINT "product_image_pkey" PRIMARY KEY ("product_id","position")
);

CREATE TABLE "asset" (
    "name" TEXT NOT NULL,
    "kind" "AssetKind" NOT NULL DEFAULT 'PHOTO',
    "files" TEXT[],
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unused_since" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "asset_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "downloaded_photo" (
    "url_hash" TEXT NOT NULL,
    "asset_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "downloaded_photo_pkey" PRIMARY KEY ("url_hash")
);

CREATE TABLE "search_word" (
    "word" TEXT NOT NULL,

    CONSTRAINT "search_word_pkey" PRIMARY KEY ("word")
);

CREATE TABLE "coupon" (
    "code" TEXT NOT NULL,
    "percent" INTEGER NOT NULL,
    "description" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "valid_from" TIMESTAMPTZ(3),
    "valid_until" TIMESTAMPTZ(3),
    "use_limit" INTEGER,
    "customer_limit" INTEGER,
    "minimum_amount" INTEGER,
    "ended_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "coupon_pkey" PRIMARY KEY ("code")
);

CREATE TABLE "applied_seed" (
    "name" TEXT NOT NULL,
    "applied_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "applied_seed_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "user_account" (
    "id" UUID NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "mobile" TEXT,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "token_version" INTEGER NOT NULL DEFAULT 0,
    "role" "Role" NOT NULL DEFAULT 'CUSTOMER',
    "staff_role_id" UUID,
    "email_verified_at" TIMESTAMPTZ(3),
    "taken_over_at" TIMESTAMPTZ(3),
    "blocked_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "search_text" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "user_account_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "staff_role" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "permissions" TEXT[],
    "is_owner" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_role_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "second_factor" (
    "user_id" UUID NOT NULL,
    "sealed_secret" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "recovery_hashes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "second_factor_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "staff_invitation" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role_id" UUID NOT NULL,
    "invited_by_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_invitation_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "permissions" TEXT[],
    "user_id" UUID NOT NULL,
    "created_by_id" UUID,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "customer_note" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customer_note_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "recent_login" (
    "user_id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "browser" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recent_login_pkey" PRIMARY KEY ("user_id","network")
);

CREATE TABLE "sign_in_failures" (
    "email" TEXT NOT NULL,
    "network" TEXT NOT NULL DEFAULT '',
    "count" INTEGER NOT NULL,
    "window_to" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("email","network")
);

CREATE TABLE "cart" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "gift_wrap" BOOLEAN NOT NULL DEFAULT false,
    "gift_message" TEXT,
    "hide_prices" BOOLEAN NOT NULL DEFAULT false,
    "coupon_code" TEXT,

    CONSTRAINT "cart_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "cart_line" (
    "id" UUID NOT NULL,
    "cart_id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "price_when_added" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cart_line_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "wishlist_item" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "price_when_added" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wishlist_item_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "address" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "label" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL,
    "street" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "country_code" TEXT,
    "zip_code" TEXT NOT NULL,
    "mobile" TEXT NOT NULL,
    "is_unchecked" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "address_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "consent" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "ConsentPurpose" NOT NULL,
    "version" INTEGER NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "consent_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "idempotency_key" (
    "user_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "input_hash" TEXT NOT NULL,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("user_id","operation","key")
);

CREATE TABLE "shop_order" (
    "id" UUID NOT NULL,
    "serial" SERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "status" "OrderStatus" NOT NULL DEFAULT 'AWAITING_PAYMENT',
    "idempotency_key" TEXT,
    "address_id" UUID NOT NULL,
    "cart_total" INTEGER NOT NULL,
    "offer_discount" INTEGER NOT NULL,
    "coupon_discount" INTEGER NOT NULL,
    "gift_wrap" INTEGER NOT NULL,
    "convenience_fee" INTEGER NOT NULL,
    "total_amount" INTEGER NOT NULL,
    "gift_message" TEXT,
    "hide_prices" BOOLEAN NOT NULL DEFAULT false,
    "coupon_code" TEXT,
    "coupon_percent" INTEGER,
    "coupon_description" TEXT,
    "delivery_name" TEXT NOT NULL,
    "delivery_street" TEXT NOT NULL,
    "delivery_city" TEXT NOT NULL,
    "delivery_state" TEXT NOT NULL,
    "delivery_country" TEXT NOT NULL,
    "delivery_country_code" TEXT,
    "delivery_zip_code" TEXT NOT NULL,
    "delivery_mobile" TEXT NOT NULL,
    "address_hash" TEXT,
    "provider" "PaymentProvider" NOT NULL,
    "provider_order_id" TEXT,
    "payment_id" TEXT,
    "pay_on_delivery" BOOLEAN NOT NULL DEFAULT false,
    "cancelled_by_buyer" BOOLEAN NOT NULL DEFAULT false,
    "cancelled_by_shop" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "held_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network" TEXT,
    "networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_unproven" BOOLEAN NOT NULL DEFAULT false,
    "erase_address_at" TIMESTAMPTZ(3),
    "address_changed_at" TIMESTAMPTZ(3),
    "placed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "payment_asked_at" TIMESTAMPTZ(3),
    "carrier" TEXT,
    "tracking_number" TEXT,
    "tracking_url" TEXT,
    "link_generation" INTEGER NOT NULL DEFAULT 0,
    "review_asked_at" TIMESTAMPTZ(3),
    "invoice_terms" JSONB NOT NULL,
    "is_replacement" BOOLEAN NOT NULL DEFAULT false,
    "owed_paise" INTEGER NOT NULL DEFAULT 0,
    "is_place_unclear" BOOLEAN NOT NULL DEFAULT false,
    "search_text" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "shop_order_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "order_line" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "product_id" TEXT,
    "position" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "image_url" TEXT NOT NULL,
    "image_alt" TEXT NOT NULL,
    "image_width" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,
    "discounted" INTEGER NOT NULL,
    "original" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "estimated_delivery" DATE NOT NULL,
    "restocked" INTEGER NOT NULL DEFAULT 0,
    "cancelled" INTEGER NOT NULL DEFAULT 0,
    "asked" INTEGER NOT NULL DEFAULT 0,
    "returned" INTEGER NOT NULL DEFAULT 0,
    "replaced" INTEGER NOT NULL DEFAULT 0,
    "replaces_line_id" UUID,

    CONSTRAINT "order_line_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "order_return" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "wish" "ReturnWish" NOT NULL,
    "note" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3),
    "refusal" TEXT,
    "replacement_id" UUID,

    CONSTRAINT "order_return_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "return_line" (
    "id" UUID NOT NULL,
    "return_id" UUID NOT NULL,
    "order_line_id" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "state" "ReturnLineState" NOT NULL DEFAULT 'REQUESTED',

    CONSTRAINT "return_line_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "return_photo" (
    "return_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "image_url" TEXT NOT NULL,
    "image_width" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,

    CONSTRAINT "return_photo_pkey" PRIMARY KEY ("return_id","position")
);

CREATE TABLE "review" (
    "id" UUID NOT NULL,
    "order_line_id" UUID NOT NULL,
    "product_id" TEXT,
    "user_id" UUID NOT NULL,
    "stars" SMALLINT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),
    "hidden_at" TIMESTAMPTZ(3),
    "hidden_reason" TEXT,
    "reply" TEXT,
    "replied_at" TIMESTAMPTZ(3),

    CONSTRAINT "review_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "review_photo" (
    "review_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "image_url" TEXT NOT NULL,
    "image_width" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,

    CONSTRAINT "review_photo_pkey" PRIMARY KEY ("review_id","position")
);

CREATE TABLE "review_upload" (
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "review_upload_pkey" PRIMARY KEY ("user_id","name")
);

CREATE TABLE "order_event" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "status" "OrderStatus" NOT NULL,
    "source" "OrderEventSource" NOT NULL,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_event_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "order_note" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_note_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "received_payment" (
    "id" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "provider" "PaymentProvider",
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "excess" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "received_payment_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "refund" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "payment_id" TEXT NOT NULL,
    "provider" "PaymentProvider",
    "amount" INTEGER NOT NULL,
    "asked_amount" INTEGER,
    "lines" JSONB,
    "state" "RefundState" NOT NULL DEFAULT 'REQUESTED',
    "provider_refund_id" TEXT,
    "reference" TEXT,
    "reason" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "requested_by_id" UUID,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "refund_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sales_day" (
    "day" DATE NOT NULL,
    "summed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sales_day_pkey" PRIMARY KEY ("day")
);

CREATE TABLE "sales_sum" (
    "kind" "SalesKind" NOT NULL,
    "day" DATE NOT NULL,
    "key" TEXT NOT NULL,
    "pieces" INTEGER NOT NULL,
    "returned_pieces" INTEGER NOT NULL,
    "orders" INTEGER NOT NULL,
    "takings" BIGINT NOT NULL,
    "offer_discounts" BIGINT NOT NULL,
    "coupon_discounts" BIGINT NOT NULL,
    "returned" BIGINT NOT NULL,

    CONSTRAINT "sales_sum_pkey" PRIMARY KEY ("kind","day","key")
);

CREATE TABLE "sales_buyer" (
    "day" DATE NOT NULL,
    "user_id" UUID NOT NULL,
    "orders" INTEGER NOT NULL,

    CONSTRAINT "sales_buyer_pkey" PRIMARY KEY ("day","user_id")
);

CREATE TABLE "empty_search" (
    "day" DATE NOT NULL,
    "text" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "empty_search_pkey" PRIMARY KEY ("day","text")
);

CREATE TABLE "webhook_event" (
    "provider" "PaymentProvider" NOT NULL,
    "event_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("provider","event_id")
);

CREATE TABLE "outbox_message" (
    "id" SERIAL NOT NULL,
    "channel" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" "OutboxState" NOT NULL DEFAULT 'WAITING',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "claim" UUID,
    "gone_from" TEXT,
    "last_error" TEXT,
    "filed_as" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_message_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "mail_code" (
    "id" UUID NOT NULL,
    "purpose" TEXT NOT NULL DEFAULT 'LOGIN',
    "user_id" UUID,
    "email" TEXT NOT NULL,
    "mailbox_hash" TEXT NOT NULL,
    "network" TEXT,
    "wide_networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "request_hash" TEXT,
    "is_own_browser" BOOLEAN NOT NULL DEFAULT false,
    "is_reserve" BOOLEAN NOT NULL DEFAULT false,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_code_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "mail_pace" (
    "address_hash" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_pace_pkey" PRIMARY KEY ("address_hash")
);

CREATE TABLE "sandbox_order" (
    "id" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "receipt" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_order_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sandbox_payment" (
    "id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "refunds_go" TEXT NOT NULL DEFAULT 'processed',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_payment_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sandbox_refund" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_refund_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "category_name_key" ON "category"("name");

CREATE INDEX "product_title_lower_idx" ON "product" USING GIN ("title_lower" gin_trgm_ops);

CREATE INDEX "product_shown_title_lower_idx" ON "product" USING GIN ("title_lower" gin_trgm_ops) WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));

CREATE INDEX "product_search_text_idx" ON "product" USING GIN ("search_text" gin_trgm_ops);

CREATE INDEX "product_variant_of_idx" ON "product"("variant_of") WHERE (variant_of IS NOT NULL);

CREATE INDEX "product_choices_idx" ON "product" USING GIN ("choices") WHERE ((choices IS NOT NULL) AND (hidden_at IS NULL) AND (variant_of IS NULL));

CREATE INDEX "product_facets_idx" ON "product"("category_id", "rating", "discounted", "offer", "is_bestseller", "is_available", "groups", "uses", "choices") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));

CREATE INDEX "product_is_available_is_bestseller_position_id_idx" ON "product"("is_available" DESC, "is_bestseller" DESC, "position", "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));

CREATE INDEX "product_discounted_id_idx" ON "product"("discounted", "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));

CREATE INDEX "product_rating_id_idx" ON "product"("rating" DESC, "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));

CREATE INDEX "product_created_at_id_idx" ON "product"("created_at" DESC, "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));

CREATE INDEX "product_category_id_position_id_idx" ON "product"("category_id", "position", "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));

CREATE INDEX "product_category_id_rating_position_id_idx" ON "product"("category_id", "rating" DESC, "position", "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));

CREATE INDEX "product_position_id_idx" ON "product"("position", "id");

CREATE INDEX "product_unread_uses_idx" ON "product"("id") WHERE (uses IS NULL);

CREATE UNIQUE INDEX "variant_text_text_key" ON "variant_text"("text");

CREATE INDEX "product_notice_product_id_kind_sent_at_created_at_idx" ON "product_notice"("product_id", "kind", "sent_at", "created_at");

CREATE INDEX "product_notice_sent_at_idx" ON "product_notice"("sent_at");

CREATE INDEX "product_notice_created_at_idx" ON "product_notice"("created_at");

CREATE INDEX "product_notice_email_idx" ON "product_notice"("email");

CREATE UNIQUE INDEX "product_notice_open_key" ON "product_notice"("email", "product_id", "kind") WHERE (sent_at IS NULL);

CREATE INDEX "downloaded_photo_asset_name_idx" ON "downloaded_photo"("asset_name");

CREATE INDEX "search_word_word_idx" ON "search_word" USING GIN ("word" gin_trgm_ops);

CREATE INDEX "search_word_begins_idx" ON "search_word"("word" text_pattern_ops);

CREATE UNIQUE INDEX "user_account_email_key" ON "user_account"("email");

CREATE INDEX "user_account_staff_role_id_idx" ON "user_account"("staff_role_id");

CREATE INDEX "user_account_search_text_idx" ON "user_account" USING GIN ("search_text" gin_trgm_ops);

CREATE INDEX "user_account_email_idx" ON "user_account" USING GIN ("email" gin_trgm_ops);

CREATE UNIQUE INDEX "staff_role_name_key" ON "staff_role"("name");

CREATE UNIQUE INDEX "staff_role_is_owner_idx" ON "staff_role"("is_owner") WHERE (is_owner);

CREATE INDEX "staff_invitation_email_idx" ON "staff_invitation"("email");

CREATE INDEX "staff_invitation_role_id_idx" ON "staff_invitation"("role_id");

CREATE INDEX "staff_invitation_invited_by_id_idx" ON "staff_invitation"("invited_by_id");

CREATE INDEX "staff_invitation_expires_at_idx" ON "staff_invitation"("expires_at");

CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

CREATE UNIQUE INDEX "api_key_user_id_key" ON "api_key"("user_id");

CREATE INDEX "api_key_created_by_id_idx" ON "api_key"("created_by_id");

CREATE INDEX "customer_note_user_id_id_idx" ON "customer_note"("user_id", "id");

CREATE INDEX "customer_note_author_id_idx" ON "customer_note"("author_id");

CREATE INDEX "audit_entry_subject_type_subject_id_id_idx" ON "audit_entry"("subject_type", "subject_id", "id");

CREATE INDEX "audit_entry_actor_id_idx" ON "audit_entry"("actor_id");

CREATE INDEX "recent_login_at_idx" ON "recent_login"("at");

CREATE INDEX "sign_in_failures_window_to_idx" ON "sign_in_failures"("window_to");

CREATE UNIQUE INDEX "cart_user_id_key" ON "cart"("user_id");

CREATE INDEX "cart_coupon_code_idx" ON "cart"("coupon_code");

CREATE INDEX "cart_line_product_id_idx" ON "cart_line"("product_id");

CREATE UNIQUE INDEX "cart_line_cart_id_product_id_key" ON "cart_line"("cart_id", "product_id");

CREATE INDEX "wishlist_item_product_id_idx" ON "wishlist_item"("product_id");

CREATE UNIQUE INDEX "wishlist_item_user_id_product_id_key" ON "wishlist_item"("user_id", "product_id");

CREATE INDEX "address_user_id_created_at_id_idx" ON "address"("user_id", "created_at", "id");

CREATE INDEX "address_mobile_idx" ON "address" USING GIN ("mobile" gin_trgm_ops);

CREATE UNIQUE INDEX "address_default_key" ON "address"("user_id") WHERE (is_default);

CREATE INDEX "consent_user_id_given_at_id_idx" ON "consent"("user_id", "given_at", "id");

CREATE UNIQUE INDEX "consent_open_key" ON "consent"("user_id", "purpose") WHERE (withdrawn_at IS NULL);

CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

CREATE UNIQUE INDEX "shop_order_serial_key" ON "shop_order"("serial");

CREATE UNIQUE INDEX "shop_order_provider_order_id_key" ON "shop_order"("provider_order_id");

CREATE INDEX "shop_order_user_id_serial_idx" ON "shop_order"("user_id", "serial" DESC);

CREATE INDEX "shop_order_status_expires_at_idx" ON "shop_order"("status", "expires_at");

CREATE INDEX "shop_order_network_held_since_idx" ON "shop_order"("network", "held_since");

CREATE INDEX "shop_order_networks_idx" ON "shop_order" USING GIN ("networks");

CREATE INDEX "shop_order_unproven_unpaid" ON "shop_order"("placed_at") WHERE (is_unproven AND (status = ANY (ARRAY['AWAITING_PAYMENT'::"OrderStatus", 'CONFIRMED'::"OrderStatus"])));

CREATE INDEX "shop_order_owed" ON "shop_order"("serial") WHERE (owed_paise > 0);

CREATE INDEX "shop_order_place_unclear" ON "shop_order"("serial") WHERE (is_place_unclear);

CREATE INDEX "shop_order_delivery_mobile_idx" ON "shop_order"("delivery_mobile") WHERE (pay_on_delivery AND (status = ANY (ARRAY['CONFIRMED'::"OrderStatus", 'SHIPPED'::"OrderStatus"])));

CREATE INDEX "shop_order_address_hash_idx" ON "shop_order"("address_hash") WHERE (pay_on_delivery AND (status = ANY (ARRAY['CONFIRMED'::"OrderStatus", 'SHIPPED'::"OrderStatus"])));

CREATE INDEX "shop_order_erase_address_at_idx" ON "shop_order"("erase_address_at");

CREATE INDEX "shop_order_coupon_code_status_idx" ON "shop_order"("coupon_code", "status") WHERE (coupon_code IS NOT NULL);

CREATE INDEX "shop_order_status_serial_idx" ON "shop_order"("status", "serial" DESC);

CREATE INDEX "shop_order_placed_at_idx" ON "shop_order"("placed_at");

CREATE INDEX "shop_order_tracking_number_idx" ON "shop_order"("tracking_number");

CREATE INDEX "shop_order_search_text_idx" ON "shop_order" USING GIN ("search_text" gin_trgm_ops);

CREATE UNIQUE INDEX "shop_order_user_id_idempotency_key_key" ON "shop_order"("user_id", "idempotency_key");

CREATE INDEX "order_line_product_id_idx" ON "order_line"("product_id");

CREATE INDEX "order_line_replaces_line_id_idx" ON "order_line"("replaces_line_id");

CREATE UNIQUE INDEX "order_line_order_id_position_key" ON "order_line"("order_id", "position");

CREATE UNIQUE INDEX "order_return_replacement_id_key" ON "order_return"("replacement_id");

CREATE INDEX "order_return_order_id_id_idx" ON "order_return"("order_id", "id");

CREATE INDEX "return_line_order_line_id_idx" ON "return_line"("order_line_id");

CREATE UNIQUE INDEX "return_line_return_id_order_line_id_key" ON "return_line"("return_id", "order_line_id");

CREATE INDEX "return_photo_image_url_idx" ON "return_photo"("image_url");

CREATE UNIQUE INDEX "review_order_line_id_key" ON "review"("order_line_id");

CREATE INDEX "review_shown_newest_idx" ON "review"("product_id", "created_at" DESC, "id" DESC) WHERE ((hidden_at IS NULL) AND (withdrawn_at IS NULL));

CREATE INDEX "review_product_id_stars_created_at_id_idx" ON "review"("product_id", "stars", "created_at" DESC, "id" DESC);

CREATE INDEX "review_user_id_created_at_idx" ON "review"("user_id", "created_at");

CREATE INDEX "review_created_at_id_idx" ON "review"("created_at" DESC, "id" DESC);

CREATE INDEX "review_photo_image_url_idx" ON "review_photo"("image_url");

CREATE INDEX "review_upload_at_idx" ON "review_upload"("at");

CREATE INDEX "order_event_order_id_at_id_idx" ON "order_event"("order_id", "at", "id");

CREATE INDEX "order_event_at_idx" ON "order_event" USING BRIN ("at");

CREATE INDEX "order_note_order_id_id_idx" ON "order_note"("order_id", "id");

CREATE INDEX "order_note_author_id_idx" ON "order_note"("author_id");

CREATE INDEX "received_payment_order_id_idx" ON "received_payment"("order_id");

CREATE INDEX "received_payment_excess_idx" ON "received_payment"("excess");

CREATE INDEX "received_payment_received_at_idx" ON "received_payment"("received_at");

CREATE UNIQUE INDEX "refund_provider_refund_id_key" ON "refund"("provider_refund_id");

CREATE INDEX "refund_order_id_id_idx" ON "refund"("order_id", "id");

CREATE INDEX "refund_payment_id_idx" ON "refund"("payment_id");

CREATE INDEX "refund_requested_by_id_idx" ON "refund"("requested_by_id");

CREATE INDEX "refund_state_due_at_idx" ON "refund"("state", "due_at");

CREATE INDEX "refund_state_ended_at_idx" ON "refund"("state", "ended_at");

CREATE INDEX "sales_buyer_user_id_day_idx" ON "sales_buyer"("user_id", "day");

CREATE INDEX "webhook_event_received_at_idx" ON "webhook_event"("received_at");

CREATE INDEX "outbox_message_channel_id_idx" ON "outbox_message"("channel", "id");

CREATE INDEX "outbox_message_state_channel_due_at_idx" ON "outbox_message"("state", "channel", "due_at");

CREATE INDEX "outbox_message_channel_topic_state_id_idx" ON "outbox_message"("channel", "topic", "state", "id");

CREATE INDEX "outbox_message_gone_from_idx" ON "outbox_message"("gone_from");

CREATE INDEX "outbox_message_filed_idx" ON "outbox_message"("channel", "id") WHERE (filed_as IS NOT NULL);

CREATE UNIQUE INDEX "outbox_message_channel_event_id_key" ON "outbox_message"("channel", "event_id");

CREATE UNIQUE INDEX "mail_code_request_hash_key" ON "mail_code"("request_hash");

CREATE INDEX "mail_code_email_created_at_idx" ON "mail_code"("email", "created_at");

CREATE INDEX "mail_code_user_id_created_at_idx" ON "mail_code"("user_id", "created_at");

CREATE INDEX "mail_code_mailbox_hash_created_at_idx" ON "mail_code"("mailbox_hash", "created_at");

CREATE INDEX "mail_code_created_at_idx" ON "mail_code"("created_at");

CREATE INDEX "mail_pace_at_idx" ON "mail_pace"("at");

CREATE INDEX "sandbox_payment_order_id_idx" ON "sandbox_payment"("order_id");

CREATE UNIQUE INDEX "sandbox_refund_key_key" ON "sandbox_refund"("key");

CREATE INDEX "sandbox_refund_payment_id_idx" ON "sandbox_refund"("payment_id");

ALTER TABLE "imported_product" ADD CONSTRAINT "imported_product_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "product" ADD CONSTRAINT "product_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "product" ADD CONSTRAINT "product_variant_of_fkey" FOREIGN KEY ("variant_of") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "product_notice" ADD CONSTRAINT "product_notice_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "stock_return" ADD CONSTRAINT "stock_return_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "product_image" ADD CONSTRAINT "product_image_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "downloaded_photo" ADD CONSTRAINT "downloaded_photo_asset_name_fkey" FOREIGN KEY ("asset_name") REFERENCES "asset"("name") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "user_account" ADD CONSTRAINT "user_account_staff_role_id_fkey" FOREIGN KEY ("staff_role_id") REFERENCES "staff_role"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "staff_invitation" ADD CONSTRAINT "staff_invitation_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "staff_role"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "staff_invitation" ADD CONSTRAINT "staff_invitation_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "api_key" ADD CONSTRAINT "api_key_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "customer_note" ADD CONSTRAINT "customer_note_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "customer_note" ADD CONSTRAINT "customer_note_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "recent_login" ADD CONSTRAINT "recent_login_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "cart" ADD CONSTRAINT "cart_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "cart" ADD CONSTRAINT "cart_coupon_code_fkey" FOREIGN KEY ("coupon_code") REFERENCES "coupon"("code") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_cart_id_fkey" FOREIGN KEY ("cart_id") REFERENCES "cart"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "wishlist_item" ADD CONSTRAINT "wishlist_item_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "wishlist_item" ADD CONSTRAINT "wishlist_item_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "address" ADD CONSTRAINT "address_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "consent" ADD CONSTRAINT "consent_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "shop_order" ADD CONSTRAINT "shop_order_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_line" ADD CONSTRAINT "order_line_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "order_line" ADD CONSTRAINT "order_line_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "order_line" ADD CONSTRAINT "order_line_replaces_line_id_fkey" FOREIGN KEY ("replaces_line_id") REFERENCES "order_line"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "order_return" ADD CONSTRAINT "order_return_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "order_return" ADD CONSTRAINT "order_return_replacement_id_fkey" FOREIGN KEY ("replacement_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "return_line" ADD CONSTRAINT "return_line_return_id_fkey" FOREIGN KEY ("return_id") REFERENCES "order_return"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "return_line" ADD CONSTRAINT "return_line_order_line_id_fkey" FOREIGN KEY ("order_line_id") REFERENCES "order_line"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "return_photo" ADD CONSTRAINT "return_photo_return_id_fkey" FOREIGN KEY ("return_id") REFERENCES "order_return"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "review" ADD CONSTRAINT "review_order_line_id_fkey" FOREIGN KEY ("order_line_id") REFERENCES "order_line"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "review" ADD CONSTRAINT "review_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "review" ADD CONSTRAINT "review_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "review_photo" ADD CONSTRAINT "review_photo_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "review"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "review_upload" ADD CONSTRAINT "review_upload_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "order_event" ADD CONSTRAINT "order_event_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "order_note" ADD CONSTRAINT "order_note_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "order_note" ADD CONSTRAINT "order_note_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "received_payment" ADD CONSTRAINT "received_payment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "refund" ADD CONSTRAINT "refund_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "received_payment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "refund" ADD CONSTRAINT "refund_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "sales_buyer" ADD CONSTRAINT "sales_buyer_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sandbox_payment" ADD CONSTRAINT "sandbox_payment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "sandbox_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sandbox_refund" ADD CONSTRAINT "sandbox_refund_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "sandbox_payment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot describe: the rules that hold whatever the code does. Each has a test in server/database/migrations.test.ts.

-- The columns bound the stored size of a gift message. server/shared/giftMessage.ts counts the characters that a person sees, such as an
-- emoji or a conjunct, which have several code points each.
ALTER TABLE "cart"
  ADD CONSTRAINT "cart_gift_message_check" CHECK (char_length(gift_message) BETWEEN 1 AND 5000),
  ADD CONSTRAINT "cart_version_check" CHECK (version >= 0);
ALTER TABLE "cart_line"
  ADD CONSTRAINT "cart_line_price_check" CHECK (price_when_added >= 0),
  ADD CONSTRAINT "cart_line_quantity_check" CHECK (quantity BETWEEN 1 AND 99);
ALTER TABLE "wishlist_item"
  ADD CONSTRAINT "wishlist_item_price_check" CHECK (price_when_added >= 0);
ALTER TABLE "coupon"
  ADD CONSTRAINT "coupon_percent_check" CHECK (percent BETWEEN 1 AND 100),
  ADD CONSTRAINT "coupon_terms_check" CHECK (use_limit > 0 AND customer_limit > 0 AND minimum_amount > 0),
  ADD CONSTRAINT "coupon_time_check" CHECK (valid_from < valid_until);
ALTER TABLE "empty_search"
  ADD CONSTRAINT "empty_search_count_check" CHECK (count > 0),
  ADD CONSTRAINT "empty_search_text_check" CHECK (char_length(text) BETWEEN 1 AND 200);

ALTER TABLE "product"
  -- A visible product waits for nothing.
  ADD CONSTRAINT "product_awaits_photo_check" CHECK (hidden_at IS NOT NULL OR NOT awaits_photo),
  -- A product may be imported before its photos. It then has this picture, and shoppers must not see it.
  ADD CONSTRAINT "product_photo_check" CHECK (hidden_at IS NOT NULL OR image_url <> '/photos/no-photo.webp'),
  -- A product may have no earlier price above its own.
  ADD CONSTRAINT "product_price_check" CHECK (discounted >= 0 AND discounted <= original),
  ADD CONSTRAINT "product_rating_check" CHECK (rating BETWEEN 1 AND 5),
  ADD CONSTRAINT "product_star_counts_check" CHECK (cardinality(star_counts) = 5 AND 0 <= ALL (star_counts)),
  ADD CONSTRAINT "product_stock_check" CHECK (stock >= 0),
  ADD CONSTRAINT "product_studio_rating_check" CHECK (studio_rating BETWEEN 1 AND 5),
  -- A variant has values, such as `Glaze: Celadon`.
  ADD CONSTRAINT "product_variant_check" CHECK (variant_of IS NULL OR (variant IS NOT NULL AND variant_of <> id));

ALTER TABLE "shop_order"
  ADD CONSTRAINT "shop_order_amounts_check" CHECK (
    cart_total >= 0 AND offer_discount >= 0 AND coupon_discount >= 0 AND gift_wrap >= 0 AND convenience_fee >= 0 AND total_amount >= 0
  ),
  ADD CONSTRAINT "shop_order_total_check"
    CHECK (total_amount = cart_total - offer_discount - coupon_discount + gift_wrap + convenience_fee),
  ADD CONSTRAINT "shop_order_coupon_check" CHECK ((coupon_code IS NULL) = (coupon_percent IS NULL)),
  ADD CONSTRAINT "shop_order_gift_message_check" CHECK (char_length(gift_message) BETWEEN 1 AND 5000),
  ADD CONSTRAINT "shop_order_owed_check" CHECK (owed_paise >= 0),
  -- Only an order that is paid on delivery, or a replacement, leaves the shop without a payment.
  ADD CONSTRAINT "shop_order_paid_check" CHECK (
    status NOT IN ('PAID', 'SHIPPED', 'DELIVERED') OR payment_id IS NOT NULL
    OR ((pay_on_delivery OR is_replacement) AND status <> 'PAID')
  ),
  -- A replacement costs nothing.
  ADD CONSTRAINT "shop_order_replacement_check" CHECK (NOT is_replacement OR total_amount = 0);
ALTER TABLE "order_line"
  ADD CONSTRAINT "order_line_asked_check" CHECK (asked >= 0 AND asked + cancelled <= quantity),
  ADD CONSTRAINT "order_line_pieces_check"
    CHECK (cancelled >= 0 AND returned >= 0 AND replaced >= 0 AND cancelled + returned + replaced <= quantity),
  ADD CONSTRAINT "order_line_price_check" CHECK (discounted >= 0 AND discounted <= original),
  ADD CONSTRAINT "order_line_quantity_check" CHECK (quantity BETWEEN 1 AND 99),
  ADD CONSTRAINT "order_line_restocked_check" CHECK (restocked >= 0 AND restocked + cancelled <= quantity);
ALTER TABLE "return_line"
  ADD CONSTRAINT "return_line_quantity_check" CHECK (quantity BETWEEN 1 AND 99);
ALTER TABLE "received_payment"
  ADD CONSTRAINT "received_payment_amount_check" CHECK (amount >= 0);
ALTER TABLE "refund"
  ADD CONSTRAINT "refund_amount_check" CHECK (amount > 0),
  -- The provider may refund another amount than the shop requested.
  ADD CONSTRAINT "refund_asked_amount_check" CHECK (asked_amount > 0),
  ADD CONSTRAINT "refund_ended_check" CHECK ((state = 'REQUESTED') = (ended_at IS NULL));

ALTER TABLE "review"
  ADD CONSTRAINT "review_hidden_check" CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
  ADD CONSTRAINT "review_reply_check" CHECK ((reply IS NULL) = (replied_at IS NULL)),
  ADD CONSTRAINT "review_stars_check" CHECK (stars BETWEEN 1 AND 5),
  ADD CONSTRAINT "review_text_check" CHECK (char_length(text) <= 2000);
ALTER TABLE "review_photo"
  ADD CONSTRAINT "review_photo_position_check" CHECK (position BETWEEN 0 AND 3);
ALTER TABLE "sign_in_failures"
  ADD CONSTRAINT "sign_in_failures_count_check" CHECK (count > 0);

ALTER TABLE "sandbox_order"
  ADD CONSTRAINT "sandbox_order_amount_check" CHECK (amount >= 0);
ALTER TABLE "sandbox_payment"
  ADD CONSTRAINT "sandbox_payment_amount_check" CHECK (amount >= 0),
  ADD CONSTRAINT "sandbox_payment_refunds_go_check" CHECK (refunds_go IN ('processed', 'pending', 'failed')),
  ADD CONSTRAINT "sandbox_payment_status_check" CHECK (status IN ('captured', 'failed'));
ALTER TABLE "sandbox_refund"
  ADD CONSTRAINT "sandbox_refund_amount_check" CHECK (amount > 0),
  ADD CONSTRAINT "sandbox_refund_status_check" CHECK (status IN ('processed', 'pending', 'failed'));

-- The roles that a new shop begins with. Staff may change all but the first.
INSERT INTO "staff_role" ("id", "name", "permissions", "is_owner") VALUES
  ('01900000-0000-7000-8000-000000000001', 'Owner', '{}', true),
  ('01900000-0000-7000-8000-000000000002', 'Manager', '{write_orders,write_refunds,write_products,write_stock,write_customers,write_coupons,read_reports,write_mails,read_staff,read_keys,write_webhooks}', false),
  ('01900000-0000-7000-8000-000000000003', 'Packer', '{write_orders,write_stock,read_products}', false),
  ('01900000-0000-7000-8000-000000000004', 'Accounts', '{read_orders,write_refunds,read_customers,read_reports}', false);
