-- Names the category of which counts and facets change, so that servers read only its products again. An empty name means all categories.
-- Servers of the previous release listen to the other channel.

CREATE FUNCTION "tell_of_counts"("category" TEXT) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'counts');
  -- PostgreSQL refuses longer payloads.
  PERFORM pg_notify('catalogue_counts', CASE WHEN octet_length("category") < 8000 THEN "category" ELSE '' END);
END
$$;

CREATE OR REPLACE FUNCTION "tell_of_catalogue"("is_counts" boolean) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF "is_counts" THEN
    PERFORM "tell_of_counts"('');
  ELSE
    PERFORM pg_notify('catalogue', '');
  END IF;
END
$$;

-- PostgreSQL sends equal notifications of a transaction only once.
CREATE FUNCTION "announce_changed_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "tell_of_counts"(OLD."category_id");
  PERFORM "tell_of_counts"(NEW."category_id");
  RETURN NULL;
END
$$;

CREATE FUNCTION "announce_counts_of_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "tell_of_counts"("category_id") FROM (SELECT DISTINCT "category_id" FROM "changed_rows") AS "each";
  RETURN NULL;
END
$$;

DROP TRIGGER "product_announces_changed_counts" ON "product";
CREATE TRIGGER "product_announces_changed_counts" AFTER UPDATE ON "product"
  FOR EACH ROW WHEN (
    (OLD."category_id", OLD."rating", OLD."discounted", OLD."offer", OLD."is_bestseller", OLD."is_available", OLD."groups", OLD."uses",
      OLD."choices", OLD."hidden_at" IS NULL)
    IS DISTINCT FROM
    (NEW."category_id", NEW."rating", NEW."discounted", NEW."offer", NEW."is_bestseller", NEW."is_available", NEW."groups", NEW."uses",
      NEW."choices", NEW."hidden_at" IS NULL)
  ) EXECUTE FUNCTION "announce_changed_counts"();

DROP TRIGGER "product_announces_counts" ON "product";
CREATE TRIGGER "product_announces_counts" AFTER TRUNCATE ON "product"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_counts_change"();
CREATE TRIGGER "product_announces_added_counts" AFTER INSERT ON "product" REFERENCING NEW TABLE AS "changed_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_counts_of_rows"();
CREATE TRIGGER "product_announces_removed_counts" AFTER DELETE ON "product" REFERENCING OLD TABLE AS "changed_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_counts_of_rows"();
