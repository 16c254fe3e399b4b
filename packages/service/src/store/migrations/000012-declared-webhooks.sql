-- Endpoints that the catalogue declares, and from when on an endpoint has missed events.

-- Under which the catalogue declares it; null: it was made over the API.
ALTER TABLE webhook_endpoints ADD COLUMN catalogue_key text;
-- When the oldest event was recorded that did not get through the last time that the endpoint failed.
ALTER TABLE webhook_endpoints ADD COLUMN missed_since timestamptz(3);

CREATE UNIQUE INDEX webhook_endpoints_catalogue ON webhook_endpoints (env_id, catalogue_key);
