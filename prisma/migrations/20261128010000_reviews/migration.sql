-- Buyers' reviews. `product.rating` becomes the average of the buyers' stars from the third review on. Before that, it is the studio's grade.

-- AlterEnum
ALTER TYPE "AssetKind" ADD VALUE 'REVIEW_PHOTO';


-- AlterTable
ALTER TABLE "product" ADD COLUMN     "is_graded" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "star_counts" INTEGER[] DEFAULT ARRAY[0, 0, 0, 0, 0]::INTEGER[],
ADD COLUMN     "studio_rating" SMALLINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "shop_order" ADD COLUMN     "review_asked_at" TIMESTAMPTZ(3);

-- CreateTable
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

-- CreateTable
CREATE TABLE "review_photo" (
    "review_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "image_url" TEXT NOT NULL,
    "image_width" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,

    CONSTRAINT "review_photo_pkey" PRIMARY KEY ("review_id","position")
);

-- CreateTable
CREATE TABLE "review_upload" (
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_upload_pkey" PRIMARY KEY ("user_id","name")
);

-- CreateIndex
CREATE UNIQUE INDEX "review_order_line_id_key" ON "review"("order_line_id");

-- CreateIndex
CREATE INDEX "review_shown_newest_idx" ON "review"("product_id", "created_at" DESC, "id" DESC) WHERE ((hidden_at IS NULL) AND (withdrawn_at IS NULL));

-- CreateIndex
CREATE INDEX "review_product_id_stars_created_at_id_idx" ON "review"("product_id", "stars", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "review_user_id_created_at_idx" ON "review"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "review_created_at_id_idx" ON "review"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "review_photo_image_url_idx" ON "review_photo"("image_url");

-- CreateIndex
CREATE INDEX "review_upload_at_idx" ON "review_upload"("at");

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_order_line_id_fkey" FOREIGN KEY ("order_line_id") REFERENCES "order_line"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_photo" ADD CONSTRAINT "review_photo_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "review"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_upload" ADD CONSTRAINT "review_upload_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "review"
  ADD CONSTRAINT "review_stars_check" CHECK ("stars" BETWEEN 1 AND 5),
  ADD CONSTRAINT "review_text_check" CHECK (char_length("text") <= 2000),
  ADD CONSTRAINT "review_hidden_check" CHECK (("hidden_at" IS NULL) = ("hidden_reason" IS NULL)),
  ADD CONSTRAINT "review_reply_check" CHECK (("reply" IS NULL) = ("replied_at" IS NULL));
ALTER TABLE "review_photo" ADD CONSTRAINT "review_photo_position_check" CHECK ("position" BETWEEN 0 AND 3);

-- The grades that the products have. Without the triggers, because nothing that shoppers or staff see changes.
ALTER TABLE "product" DISABLE TRIGGER USER;
UPDATE "product" SET "studio_rating" = "rating";
ALTER TABLE "product" ENABLE TRIGGER USER;
ALTER TABLE "product"
  ADD CONSTRAINT "product_studio_rating_check" CHECK ("studio_rating" BETWEEN 1 AND 5),
  ADD CONSTRAINT "product_star_counts_check" CHECK (cardinality("star_counts") = 5 AND 0 <= ALL ("star_counts"));

-- Keeps `rating` true. A server of the previous release writes only `rating`, which is then the studio's grade. A grade that someone changes
-- is the studio's own, even if an import gave the one before it.
CREATE FUNCTION "derive_product_rating"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counts CONSTANT INTEGER[] := coalesce(NEW."star_counts", ARRAY[0, 0, 0, 0, 0]);
  reviews CONSTANT INTEGER := counts[1] + counts[2] + counts[3] + counts[4] + counts[5];
BEGIN
  NEW."star_counts" := counts;
  IF TG_OP = 'INSERT' THEN
    IF NEW."studio_rating" = 0 THEN
      NEW."studio_rating" := NEW."rating";
    END IF;
  ELSE
    IF NEW."rating" <> OLD."rating" AND NEW."studio_rating" = OLD."studio_rating" AND counts = OLD."star_counts" THEN
      NEW."studio_rating" := NEW."rating";
    END IF;
    IF NEW."studio_rating" <> OLD."studio_rating" AND NEW."is_graded" = OLD."is_graded" THEN
      NEW."is_graded" := true;
    END IF;
  END IF;
  NEW."rating" := CASE WHEN reviews < 3 THEN NEW."studio_rating"
    ELSE round((counts[1] + 2 * counts[2] + 3 * counts[3] + 4 * counts[4] + 5 * counts[5])::numeric / reviews) END;
  RETURN NEW;
END
$$;

-- Its name comes before product_raises_version, and PostgreSQL runs triggers in the order of their names.
CREATE TRIGGER "product_derives_rating" BEFORE INSERT OR UPDATE ON "product"
  FOR EACH ROW EXECUTE FUNCTION "derive_product_rating"();

-- Reviews do not count as changes by staff. A changed grade does.
CREATE OR REPLACE FUNCTION "raise_product_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  not_counted CONSTANT TEXT[] :=
    ARRAY['id', 'stock', 'version', 'created_at', 'updated_at', 'title_lower', 'is_available', 'search_text', 'rating', 'star_counts'];
  before CONSTANT JSONB := to_jsonb(OLD) - 'updated_at';
  now CONSTANT JSONB := to_jsonb(NEW) - 'updated_at';
BEGIN
  IF before = now OR before - not_counted <> now - not_counted THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END
$$;
