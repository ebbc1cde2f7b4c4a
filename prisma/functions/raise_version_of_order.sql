-- Rule: the timeline and the refunds of an order count as parts of it, so they raise its version too (raise_version).
-- Used by: as raise_version.
CREATE OR REPLACE FUNCTION raise_version_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shop_order SET version = version WHERE id = NEW.order_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER order_event_raises_version AFTER INSERT OR UPDATE ON order_event
  FOR EACH ROW EXECUTE FUNCTION raise_version_of_order();

CREATE OR REPLACE TRIGGER refund_raises_version AFTER INSERT OR UPDATE OF state ON refund
  FOR EACH ROW EXECUTE FUNCTION raise_version_of_order();
