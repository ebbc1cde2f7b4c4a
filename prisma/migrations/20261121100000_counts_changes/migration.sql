-- Tells every server apart from all other changes when something changes that counts and facets go by. A stock changes with every
-- order, and seldom to or from nothing: what was counted stays true.

CREATE FUNCTION "announce_counts_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'counts');
  RETURN NULL;
END
$$;

CREATE TRIGGER "product_announces_counts" AFTER INSERT OR DELETE OR TRUNCATE ON "product"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_counts_change"();

CREATE TRIGGER "product_announces_changed_counts" AFTER UPDATE ON "product"
  FOR EACH ROW WHEN (
    (OLD."category_id", OLD."rating", OLD."discounted", OLD."offer", OLD."is_bestseller", OLD."is_available")
    IS DISTINCT FROM
    (NEW."category_id", NEW."rating", NEW."discounted", NEW."offer", NEW."is_bestseller", NEW."is_available")
  ) EXECUTE FUNCTION "announce_counts_change"();
