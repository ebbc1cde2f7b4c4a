-- States what is in the box, and corrects texts that did not match the photos. A text that the shop has changed stays.
UPDATE "product"
SET "description" = 'A small espresso cup with a handle, dipped at a slant in deep indigo over white clay and glazed clear inside. Holds 90 ml. Comes with its saucer.'
WHERE "id" = 'indigo-dip-espresso-cup' AND "description" = 'A small handled espresso cup, dipped at a slant in deep indigo over unglazed white clay. Holds 90 ml.';
UPDATE "product"
SET "description" = 'A deep noodle bowl with a rippled wall and an ash glaze, on a tall foot that stays cool to hold. Chopsticks are not included.'
WHERE "id" = 'ash-ripple-ramen-bowl' AND "description" = 'A deep noodle bowl with a rippled wall and an ash glaze, on a tall foot that stays cool to hold. Comes with a notch for chopsticks.';
UPDATE "product"
SET "description" = 'A fluted planter in matte white with a drainage hole, for a plant about as tall as your forearm. Comes with a saucer; the plant is not included.'
WHERE "id" = 'white-fluted-planter' AND "description" = 'A fluted planter in matte white with a drainage hole and a saucer, for a plant about as tall as your forearm.';
UPDATE "product"
SET "description" = 'A ribbed terracotta pot that lets roots breathe. Comes with a saucer; the plant is not included.'
WHERE "id" = 'ribbed-terracotta-pot' AND "description" = 'A ribbed terracotta pot that breathes, as roots like it. Comes with a saucer.';
UPDATE "product"
SET "description" = 'A round charcoal planter on three short legs, for a shelf or a window sill. The plant is not included.'
WHERE "id" = 'charcoal-tripod-planter' AND "description" = 'A round charcoal planter on three short legs, for a shelf or a window sill.';
UPDATE "product"
SET "description" = 'Two globe planters in sage green, one larger and one smaller, for a pair of succulents. The plants are not included.'
WHERE "id" = 'sage-globe-planter-duo' AND "description" = 'Two globe planters in sage green, one larger and one smaller, for a pair of succulents.';
UPDATE "product"
SET "description" = 'Three bud vases in sand, rust and white, packed in a gift box with straw and a blank card. The twig is not included.'
WHERE "id" = 'bud-vase-trio' AND "description" = 'Three bud vases in sand, rust and white, packed in a box with straw and a card to write on.';
UPDATE "product"
SET "description" = 'A side-handled teapot and two cups in a blue-grey glaze, with a round wooden tray. All four come in a gift box.'
WHERE "id" = 'tea-for-two-set' AND "description" = 'A side-handled teapot and two cups in a blue-grey glaze, on a round tray, in a gift box.';
UPDATE "product"
SET "material" = 'Stoneware, with a wooden tray'
WHERE "id" = 'tea-for-two-set' AND "material" = 'Stoneware';
UPDATE "product"
SET "description" = 'A porcelain lotus with thin petals that glow around a tealight. The tealight is not included.'
WHERE "id" = 'lotus-tealight-holder' AND "description" = 'A porcelain lotus with thin petals that glow around a tealight.';
