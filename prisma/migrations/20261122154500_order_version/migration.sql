-- An order has a version that rises with every change, so that whoever follows it can ask whether there is anything new.

-- AlterTable
ALTER TABLE "shop_order" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 0;

-- What Prisma cannot describe: it rises whoever changes the order, and with its timeline too.

CREATE FUNCTION "raise_order_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END
$$;

CREATE TRIGGER "order_raises_version" BEFORE UPDATE ON "shop_order"
  FOR EACH ROW EXECUTE FUNCTION "raise_order_version"();

CREATE FUNCTION "raise_version_of_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The trigger above does the rest.
  UPDATE shop_order SET version = version WHERE id = NEW.order_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER "order_event_raises_version" AFTER INSERT OR UPDATE ON "order_event"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_event"();
