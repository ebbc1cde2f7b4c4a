-- Rule: the office finds a customer by name or mobile number, in any script and with any blanks.
-- Used by: server/domain/office/customers.
CREATE OR REPLACE FUNCTION keep_account_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := search_form(concat_ws(' ', NEW.first_name, NEW.last_name, digits_of(NEW.mobile)));
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER account_keeps_search_text
  BEFORE INSERT OR UPDATE OF first_name, last_name, mobile, search_text ON user_account
  FOR EACH ROW EXECUTE FUNCTION keep_account_search_text();
