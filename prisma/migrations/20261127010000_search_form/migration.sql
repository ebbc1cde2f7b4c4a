-- Searches compare texts in one form: without case, accents, apostrophes, invisible characters and doubled spaces, and with Latin digits.
-- server/shared/searchForm.ts computes the same form for the text that is searched for. The previous release finds everything but texts
-- with these characters.
CREATE FUNCTION "search_form"(text TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT btrim(regexp_replace(lower(
    replace(replace(replace(replace(replace(replace(replace(replace(
      translate(
        regexp_replace(
          normalize(
            regexp_replace(
              normalize(regexp_replace(text, '["''`´\u02b9-\u02bc\u2018-\u201f\u2032\u2033\uff02\uff07]', '', 'g'), NFKD),
              '[\u0300-\u036f]', '', 'g'),
            NFC),
          '[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff]',
          '', 'g'),
        '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹øØłŁđĐðÐħĦı',
        '0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789oollddddhhi'),
      'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th')
  ), '[\s\u0085\u1680\u2028\u2029]+', ' ', 'g'))
$$;

CREATE OR REPLACE FUNCTION "derive_product_columns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.title_lower := search_form(NEW.title);
  NEW.is_available := NEW.stock > 0;
  RETURN NEW;
END
$$;

-- A slash separates the parts, so it is replaced after search_form, which turns a full-width slash into a plain one.
CREATE OR REPLACE FUNCTION "search_text_in_parts"(
  title TEXT, material TEXT, category_name TEXT, description TEXT, care TEXT, is_food_safe BOOLEAN
) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(concat(
    ' ', translate(search_form(title), '/', ' '), ' / ', translate(search_form(concat(material, ' ', category_name)), '/', ' '), ' / ',
    translate(search_form(description), '/', ' '), ' / ', translate(search_form(allowed_by_care(care)), '/', ' '),
    CASE WHEN is_food_safe THEN ' food safe' END, ' '
  ), '[^[:alnum:]/ऀ-ॣ०-෿]+', ' ', 'g')
$$;

-- The triggers compute the texts. search_word keeps the old words, which find nothing.
UPDATE "product" SET "title_lower" = '', "search_text" = ''
WHERE title_lower <> search_form(title)
  OR search_text <> search_text_in_parts(title, material, category_name, description, care, is_food_safe);
INSERT INTO search_word SELECT DISTINCT word FROM product, words_of_title(product.search_text) AS word ORDER BY word
ON CONFLICT DO NOTHING;

-- The mobile number also as digits, because addresses abroad and of earlier releases contain it as typed.
CREATE FUNCTION "digits_of"(text TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(search_form(text), '[^0-9]', '', 'g')
$$;

CREATE OR REPLACE FUNCTION "keep_order_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := concat_ws(' ', search_form(concat_ws(' ', NEW.delivery_name, NEW.delivery_mobile, NEW.payment_id, NEW.tracking_number)),
    NULLIF(digits_of(NEW.delivery_mobile), NEW.delivery_mobile));
  RETURN NEW;
END
$$;

-- Only orders whose text changes.
UPDATE "shop_order" SET "delivery_name" = "delivery_name"
WHERE search_text <> search_form(search_text) OR delivery_mobile <> digits_of(delivery_mobile);

-- The name and the mobile number of an account, for the office's search. Addresses are found by their mobile number.
ALTER TABLE "user_account" ADD COLUMN     "search_text" TEXT NOT NULL DEFAULT '';
CREATE INDEX "user_account_search_text_idx" ON "user_account" USING GIN ("search_text" gin_trgm_ops);
CREATE INDEX "address_mobile_idx" ON "address" USING GIN ("mobile" gin_trgm_ops);

CREATE FUNCTION "keep_account_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := search_form(concat_ws(' ', NEW.first_name, NEW.last_name, digits_of(NEW.mobile)));
  RETURN NEW;
END
$$;

CREATE TRIGGER "account_keeps_search_text"
  BEFORE INSERT OR UPDATE OF "first_name", "last_name", "mobile", "search_text" ON "user_account"
  FOR EACH ROW EXECUTE FUNCTION "keep_account_search_text"();

UPDATE "user_account" SET "search_text" = '';
