-- Rule: each change by staff raises a product's version by one, so a change by someone who saw an older version is refused with
-- STALE_VERSION. Stock, reviews and derived columns do not count.
-- Used by: the office's product page, the catalogue's ETags.
CREATE OR REPLACE FUNCTION raise_product_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  not_counted CONSTANT TEXT[] :=
    ARRAY['id', 'stock', 'version', 'created_at', 'updated_at', 'title_lower', 'is_available', 'search_text', 'rating',
      'star_counts', 'uses', 'choices'];
  before CONSTANT JSONB := to_jsonb(OLD) - 'updated_at';
  now CONSTANT JSONB := to_jsonb(NEW) - 'updated_at';
BEGIN
  IF before = now OR before - not_counted <> now - not_counted THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER product_raises_version BEFORE UPDATE ON product
  FOR EACH ROW WHEN (pg_trigger_depth() = 0 OR OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION raise_product_version();
