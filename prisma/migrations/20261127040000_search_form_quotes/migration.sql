-- NFKD turns six characters, such as ŉ and a full-width backtick, into a quotation mark, which is removed too, as in searchForm.ts.
CREATE OR REPLACE FUNCTION "search_form"(text TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT btrim(regexp_replace(lower(
    replace(replace(replace(replace(replace(replace(replace(replace(
      translate(
        regexp_replace(
          normalize(
            regexp_replace(
              normalize(regexp_replace(text, '["''`´\u02b9-\u02bc\u2018-\u201f\u2032\u2033\uff02\uff07]', '', 'g'), NFKD),
              '[\u0300-\u036f"''`\u02b9-\u02bc\u2032]', '', 'g'),
            NFC),
          '[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff]',
          '', 'g'),
        '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹øØłŁđĐðÐħĦı',
        '0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789oollddddhhi'),
      'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th')
  ), '[\s\u0085\u1680\u2028\u2029]+', ' ', 'g'))
$$;

-- The triggers compute the texts. search_word keeps the old words, which find nothing.
UPDATE "product" SET "title_lower" = '', "search_text" = ''
WHERE title_lower <> search_form(title)
  OR search_text <> search_text_in_parts(title, material, category_name, description, care, is_food_safe);
INSERT INTO search_word SELECT DISTINCT word FROM product, words_of_title(product.search_text) AS word ORDER BY word
ON CONFLICT DO NOTHING;
