-- The checkout preselected the oldest address.
UPDATE address SET is_default = true
FROM (SELECT DISTINCT ON (user_id) id FROM address ORDER BY user_id, created_at, id) oldest
WHERE address.id = oldest.id;
