-- A product has further photos beside its own: in use, and a detail.

-- CreateTable
CREATE TABLE "product_image" (
    "product_id" TEXT NOT NULL,
    "position" SMALLINT NOT NULL,
    "image_url" TEXT NOT NULL,
    "image_alt" TEXT NOT NULL,
    "image_width" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,

    CONSTRAINT "product_image_pkey" PRIMARY KEY ("product_id","position")
);

-- AddForeignKey
ALTER TABLE "product_image" ADD CONSTRAINT "product_image_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER "product_image_announces" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "product_image"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_catalogue_change"();

-- A shop that trades already gets the photos of what it began with, where it still shows those; a new one gets them with its catalogue.
INSERT INTO "product_image" ("product_id", "position", "image_url", "image_alt", "image_width", "image_height")
SELECT "product"."id", photo.position, '/photos/' || photo.file, photo.alt, photo.size, photo.size
FROM (VALUES
  ('speckled-oat-tumbler', 1, 'speckled-oat-tumbler-2.webp', 'Oat tumbler of black coffee on a linen cloth, two biscuits beside it', 1400),
  ('speckled-oat-tumbler', 2, 'speckled-oat-tumbler-3.webp', 'Close-up of the tumbler’s bare clay foot and iron speckles', 1100),
  ('indigo-dip-espresso-cup', 1, 'indigo-dip-espresso-cup-2.webp', 'Espresso in the indigo-dipped cup, with a small spoon and a biscuit', 1400),
  ('indigo-dip-espresso-cup', 2, 'indigo-dip-espresso-cup-3.webp', 'Close-up of the cup’s handle and the slanted edge of the indigo glaze', 1100),
  ('celadon-chai-cup', 1, 'celadon-chai-cup-2.webp', 'Celadon cup of chai on a linen cloth, with two biscuits', 1400),
  ('celadon-chai-cup', 2, 'celadon-chai-cup-3.webp', 'The cup from above: pale green glaze pooling in the throwing lines', 1100),
  ('terracotta-kulhad-set-of-4', 1, 'terracotta-kulhad-set-of-4-2.webp', 'Four kulhads of chai on a dark wooden table, with biscuits', 1400),
  ('terracotta-kulhad-set-of-4', 2, 'terracotta-kulhad-set-of-4-3.webp', 'Close-up of a kulhad’s rim, glazed inside and bare outside', 1100),
  ('sea-glass-serving-bowl', 1, 'sea-glass-serving-bowl-2.webp', 'Serving bowl full of green salad, with a wooden spoon, on a linen cloth', 1400),
  ('sea-glass-serving-bowl', 2, 'sea-glass-serving-bowl-3.webp', 'The inside of the bowl: blue glaze over throwing rings', 1100),
  ('ash-ripple-ramen-bowl', 1, 'ash-ripple-ramen-bowl-2.webp', 'Ramen bowl with noodles, egg and spring onion, beside a cup of tea', 1400),
  ('ash-ripple-ramen-bowl', 2, 'ash-ripple-ramen-bowl-3.webp', 'Close-up of the bowl’s ripples, dark rim and bare foot', 1100),
  ('saffron-nut-bowl', 1, 'saffron-nut-bowl-2.webp', 'Bowl of almonds on a linen cloth, a cup of chai behind it', 1400),
  ('saffron-nut-bowl', 2, 'saffron-nut-bowl-3.webp', 'Almonds in the bowl, from close above', 1100),
  ('midnight-nesting-bowls-set-of-3', 1, 'midnight-nesting-bowls-set-of-3-2.webp', 'The three bowls at lunch, with salad, dal and yoghurt', 1400),
  ('midnight-nesting-bowls-set-of-3', 2, 'midnight-nesting-bowls-set-of-3-3.webp', 'Close-up of the three bare clay rims, one inside the other', 1100),
  ('cream-footed-fruit-bowl', 1, 'cream-footed-fruit-bowl-2.webp', 'Footed bowl of oranges on an oak sideboard, a slice of orange in front', 1400),
  ('cream-footed-fruit-bowl', 2, 'cream-footed-fruit-bowl-3.webp', 'Close-up of the bowl’s thin brown rim and the oranges in it', 1100),
  ('blush-rim-dinner-plate', 1, 'blush-rim-dinner-plate-2.webp', 'Dinner plate laid with a fork, a knife and a folded green napkin', 1400),
  ('blush-rim-dinner-plate', 2, 'blush-rim-dinner-plate-3.webp', 'Close-up of the brush strokes on the pink rim', 1100),
  ('cobalt-splash-quarter-plate', 1, 'cobalt-splash-quarter-plate-2.webp', 'Cobalt plate with three biscuits, a cup of chai beside it', 1400),
  ('cobalt-splash-quarter-plate', 2, 'cobalt-splash-quarter-plate-3.webp', 'Close-up of the cobalt stroke, darker where the glaze lies thick', 1100),
  ('stone-grey-platter', 1, 'stone-grey-platter-2.webp', 'Grey platter with cheese, grapes and biscuits on a linen cloth', 1400),
  ('stone-grey-platter', 2, 'stone-grey-platter-3.webp', 'Close-up of the platter’s raised rim', 1100),
  ('ivory-dinner-set-of-4', 1, 'ivory-dinner-set-of-4-2.webp', 'One ivory plate laid with a napkin and cutlery, the other three stacked behind', 1400),
  ('ivory-dinner-set-of-4', 2, 'ivory-dinner-set-of-4-3.webp', 'Close-up of the stacked edges, ivory glaze ending on bare clay', 1100),
  ('ochre-spiral-side-plate', 1, 'ochre-spiral-side-plate-2.webp', 'Ochre plate with a slice of orange, a whole orange and a knife', 1400),
  ('ochre-spiral-side-plate', 2, 'ochre-spiral-side-plate-3.webp', 'Close-up of the spiral groove, darker where the glaze pools', 1100),
  ('white-fluted-planter', 1, 'white-fluted-planter-2.webp', 'Fluted planter on a window sill, beside three books', 1400),
  ('white-fluted-planter', 2, 'white-fluted-planter-3.webp', 'Close-up of the flutes and the saucer', 1100),
  ('ribbed-terracotta-pot', 1, 'ribbed-terracotta-pot-2.webp', 'Terracotta pot on an oak sideboard in the sun, beside books and a cup', 1400),
  ('ribbed-terracotta-pot', 2, 'ribbed-terracotta-pot-3.webp', 'Close-up of the pot’s thick rim and ribs', 1100),
  ('charcoal-tripod-planter', 1, 'charcoal-tripod-planter-2.webp', 'Tripod planter on a walnut sideboard, between books and a white vase', 1400),
  ('charcoal-tripod-planter', 2, 'charcoal-tripod-planter-3.webp', 'The succulents and the gravel in the planter, from close above', 1100),
  ('sage-globe-planter-duo', 1, 'sage-globe-planter-duo-2.webp', 'The two globe planters on a window sill, leaves out of focus behind', 1400),
  ('sage-globe-planter-duo', 2, 'sage-globe-planter-duo-3.webp', 'Close-up of the smaller globe and its pink-tipped succulent', 1100),
  ('bud-vase-trio', 1, 'bud-vase-trio-2.webp', 'The three vases on an oak sideboard beside their tied gift box', 1400),
  ('bud-vase-trio', 2, 'bud-vase-trio-3.webp', 'Close-up of the necks of the sand and the rust vase', 1100),
  ('tea-for-two-set', 1, 'tea-for-two-set-2.webp', 'Tea poured in both cups on the tray, with two biscuits', 1400),
  ('tea-for-two-set', 2, 'tea-for-two-set-3.webp', 'Close-up of the teapot’s lid and handle', 1100),
  ('lotus-tealight-holder', 1, 'lotus-tealight-holder-2.webp', 'Lit lotus on a dark table in the evening, with two tealights', 1400),
  ('lotus-tealight-holder', 2, 'lotus-tealight-holder-3.webp', 'The lit lotus from above, petals opening around the flame', 1100),
  ('grand-moon-jar', 1, 'grand-moon-jar-2.webp', 'Moon jar with a twig in it on a sideboard, beside books and a cup', 1400),
  ('grand-moon-jar', 2, 'grand-moon-jar-3.webp', 'Close-up of the jar’s neck and glossy shoulder', 1100)
) AS photo (id, position, file, alt, size)
JOIN "product" ON "product"."id" = photo.id AND "product"."image_url" = '/photos/' || photo.id || '.webp';

-- Their first photos were taken again, larger.
UPDATE "product" SET "image_width" = 1400, "image_height" = 1400, "image_alt" = photo.alt
FROM (VALUES
  ('speckled-oat-tumbler', 'Straight oat-coloured tumbler with dark speckles and a bare clay foot'),
  ('indigo-dip-espresso-cup', 'White espresso cup dipped at a slant in indigo, on its saucer'),
  ('celadon-chai-cup', 'Round pale green cup without a handle, with soft throwing lines'),
  ('terracotta-kulhad-set-of-4', 'Four unglazed terracotta kulhads with honey-brown insides'),
  ('sea-glass-serving-bowl', 'Wide sea-glass blue serving bowl with visible throwing rings'),
  ('ash-ripple-ramen-bowl', 'Deep grey bowl with a rippled wall and chopsticks across its rim'),
  ('saffron-nut-bowl', 'Small saffron-yellow bowl holding almonds'),
  ('midnight-nesting-bowls-set-of-3', 'Three midnight-blue bowls with bare clay rims, nested'),
  ('cream-footed-fruit-bowl', 'Cream bowl on a tall foot, with three oranges in it'),
  ('blush-rim-dinner-plate', 'White dinner plate with a brushed pink rim, standing'),
  ('cobalt-splash-quarter-plate', 'White plate with one stroke and many drops of cobalt blue'),
  ('stone-grey-platter', 'Long oval platter in matte stone grey, with a low rim'),
  ('ivory-dinner-set-of-4', 'Stack of three ivory plates with bare clay edges, a fourth leaning in front'),
  ('ochre-spiral-side-plate', 'Ochre plate with a spiral groove from its middle to its rim'),
  ('white-fluted-planter', 'White fluted planter on a saucer, with a broad-leaved plant'),
  ('ribbed-terracotta-pot', 'Ribbed terracotta pot on a saucer, with a snake plant'),
  ('charcoal-tripod-planter', 'Round charcoal planter on three legs, with a rosette succulent'),
  ('sage-globe-planter-duo', 'Two round sage-green planters, a larger and a smaller, with succulents'),
  ('bud-vase-trio', 'Three bud vases in white, sand and rust, a dry twig in the tallest'),
  ('tea-for-two-set', 'Blue-grey teapot and two cups on a round wooden tray'),
  ('lotus-tealight-holder', 'White porcelain lotus with a lit tealight in its middle'),
  ('grand-moon-jar', 'Large round white moon jar with a small neck')
) AS photo (id, alt)
WHERE "product"."id" = photo.id AND "product"."image_url" = '/photos/' || photo.id || '.webp' AND "product"."image_alt" = "product"."title";
