-- The digits of a mobile number, because addresses abroad contain it as typed.
-- Used by: keep_order_search_text, keep_account_search_text.
CREATE OR REPLACE FUNCTION digits_of(text TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(search_form(text), '[^0-9]', '', 'g')
$$;
