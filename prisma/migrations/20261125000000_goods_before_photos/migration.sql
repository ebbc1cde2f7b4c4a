-- A product may be imported before its photos. It then has this picture, and shoppers must not see it.
ALTER TABLE "product"
  ADD CONSTRAINT "product_photo_check" CHECK ("hidden_at" IS NOT NULL OR "image_url" <> '/photos/no-photo.webp');
