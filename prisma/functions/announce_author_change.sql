-- Rule: a page shows the present name of a review's author, and none after the account is deleted.
-- Used by: server/database/catalogue-changes, which listens on the channel `catalogue`.
CREATE OR REPLACE FUNCTION announce_author_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM review WHERE user_id = NEW.id) THEN
    PERFORM pg_notify('catalogue', '');
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER user_account_announces_author AFTER UPDATE ON user_account
  FOR EACH ROW WHEN (
    (OLD.first_name, OLD.last_name, OLD.deleted_at) IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.deleted_at)
  ) EXECUTE FUNCTION announce_author_change();
