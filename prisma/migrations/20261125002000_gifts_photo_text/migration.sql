-- The text of the photo of Gifts described another photo. A text that the shop has changed stays.
UPDATE "category"
SET "image_alt" = 'A vase with red berries, a white bud vase, and a gift box tied with a ribbon'
WHERE "id" = 'gifts' AND "image_alt" = 'A white moon jar with bud vases and a lotus tealight holder';
