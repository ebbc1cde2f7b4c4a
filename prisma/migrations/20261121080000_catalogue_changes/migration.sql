-- Tells every server on this database that the catalogue changed, so that none of them goes on serving what it kept of it.

CREATE FUNCTION "announce_catalogue_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', '');
  RETURN NULL;
END
$$;

CREATE TRIGGER "product_announces" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "product"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_catalogue_change"();

CREATE TRIGGER "category_announces" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "category"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_catalogue_change"();

CREATE TRIGGER "coupon_announces" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "coupon"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_catalogue_change"();
