-- Rule: each change of an order or a coupon raises its version by one, so a change by someone who saw an older version is refused with
-- STALE_VERSION. Orders do not count the notes of the payment check and of the network.
-- Used by: the office's mutations, the webhooks of orders, ETags.
CREATE OR REPLACE FUNCTION raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER order_raises_version BEFORE UPDATE ON shop_order
  FOR EACH ROW WHEN (
    OLD.payment_asked_at IS NOT DISTINCT FROM NEW.payment_asked_at
    AND OLD.network IS NOT DISTINCT FROM NEW.network
  ) EXECUTE FUNCTION raise_version();

CREATE OR REPLACE TRIGGER coupon_raises_version BEFORE UPDATE ON coupon
  FOR EACH ROW EXECUTE FUNCTION raise_version();
