-- Rule: a page of the shop is never older than the catalogue. Each change tells all servers to remove their cached responses. After
-- TRUNCATE, all counts of filters are read again too. announce_product_change.sql announces changed products.
-- Used by: server/database/catalogue-changes, which listens on the channel `catalogue`.
CREATE OR REPLACE FUNCTION announce_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', '');
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM tell_of_counts('');
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_announces AFTER INSERT OR DELETE OR TRUNCATE ON product
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();

CREATE OR REPLACE TRIGGER category_announces AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON category
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();

CREATE OR REPLACE TRIGGER coupon_announces AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON coupon
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();

-- Edited texts, photos and replies, also if a product's stars stay the same.
CREATE OR REPLACE TRIGGER review_announces AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON review
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();

CREATE OR REPLACE TRIGGER product_image_announces AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_image
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
