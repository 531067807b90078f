-- The records of a company. Money is in kopecks (_minor), quantities in thousandths (_milli). `record` is the whole record as
-- JSON text: what the API shows, in main units, then what it does not show (engine/kept-records.ts). The other columns are read out of
-- it by the commit function, for keys, checks, lists and reports.

create function milli(units numeric) returns bigint language sql immutable parallel safe return (units * 1000)::bigint;
create function minor(units numeric) returns bigint language sql immutable parallel safe return (units * 100)::bigint;

create table warehouses (
  company_id uuid not null references companies,
  id uuid not null,
  revision bigint not null,
  name text not null,
  archived boolean not null,
  record text not null,
  primary key (company_id, id)
);

create table price_types (
  company_id uuid not null references companies,
  id uuid not null,
  revision bigint not null,
  name text not null,
  archived boolean not null,
  record text not null,
  primary key (company_id, id)
);

create table filters (
  company_id uuid not null references companies,
  id uuid not null,
  revision bigint not null,
  name text not null,
  archived boolean not null,
  record text not null,
  primary key (company_id, id)
);

-- The values stand in the record of their filter, too: this is for keys and look-ups.
create table filter_values (
  company_id uuid not null,
  id uuid not null,
  filter_id uuid not null,
  name text not null,
  archived boolean not null,
  primary key (company_id, id),
  foreign key (company_id, filter_id) references filters (company_id, id)
);
create index filter_values_by_filter on filter_values (company_id, filter_id);

create table organizations (
  company_id uuid not null references companies,
  id uuid not null,
  revision bigint not null,
  name text not null,
  inn text,
  archived boolean not null,
  record text not null,
  primary key (company_id, id)
);

create table custom_fields (
  company_id uuid not null references companies,
  id uuid not null,
  revision bigint not null,
  entity_kind text not null,
  name text not null,
  value_type text not null check (value_type in ('string', 'number', 'date', 'boolean', 'select')),
  archived boolean not null,
  record text not null,
  primary key (company_id, id)
);

create table partners (
  company_id uuid not null references companies,
  id uuid not null,
  revision bigint not null,
  name text not null,
  type text,
  phone text,
  email text,
  inn text,
  price_type_id uuid,
  archived boolean not null,
  record text not null,
  primary key (company_id, id),
  foreign key (company_id, price_type_id) references price_types (company_id, id)
);

create table contracts (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  partner_id uuid not null,
  organization_id uuid not null,
  kind text not null check (kind in ('purchase', 'sale', 'commission')),
  number text,
  archived boolean not null,
  record text not null,
  primary key (company_id, id),
  foreign key (company_id, partner_id) references partners (company_id, id),
  foreign key (company_id, organization_id) references organizations (company_id, id)
);
create index contracts_by_partner on contracts (company_id, partner_id);
create index contracts_by_organization on contracts (company_id, organization_id);

create table products (
  company_id uuid not null references companies,
  id uuid not null,
  revision bigint not null,
  kind text not null check (kind in ('product', 'bundle', 'service', 'variant')),
  name text not null,
  sku text,
  code text,
  category text,
  price_minor bigint check (price_minor >= 0),
  cost_minor bigint check (cost_minor >= 0),
  min_stock_milli bigint check (min_stock_milli >= 0),
  preferred_supplier_id uuid,
  parent_product_id uuid,
  archived boolean not null,
  record text not null,
  primary key (company_id, id),
  foreign key (company_id, preferred_supplier_id) references partners (company_id, id),
  foreign key (company_id, parent_product_id) references products (company_id, id)
);
create index products_by_parent on products (company_id, parent_product_id) where parent_product_id is not null;
create index products_by_supplier on products (company_id, preferred_supplier_id) where preferred_supplier_id is not null;

create table product_components (
  company_id uuid not null,
  product_id uuid not null,
  component_id uuid not null,
  quantity_milli bigint not null check (quantity_milli > 0),
  primary key (company_id, product_id, component_id),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, component_id) references products (company_id, id)
);
create index product_components_by_component on product_components (company_id, component_id);

create table product_prices (
  company_id uuid not null,
  product_id uuid not null,
  price_type_id uuid not null,
  price_minor bigint not null check (price_minor >= 0),
  primary key (company_id, product_id, price_type_id),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, price_type_id) references price_types (company_id, id)
);
create index product_prices_by_type on product_prices (company_id, price_type_id);

create table product_filter_values (
  company_id uuid not null,
  product_id uuid not null,
  value_id uuid not null,
  primary key (company_id, product_id, value_id),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, value_id) references filter_values (company_id, id)
);
create index product_filter_values_by_value on product_filter_values (company_id, value_id);

-- The bytes are in the file store under their SHA-256.
create table product_images (
  company_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  sha256 text not null,
  content_type text not null,
  primary key (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id)
);
create index product_images_by_product on product_images (company_id, product_id);
create index product_images_by_bytes on product_images (company_id, sha256);

-- One row per product and warehouse that was ever stocked; updated in place, hence the room on its pages.
create table stock (
  company_id uuid not null,
  product_id uuid not null,
  warehouse_id uuid not null,
  revision bigint not null,
  on_hand_milli bigint not null check (on_hand_milli >= 0),
  reserved_milli bigint not null check (reserved_milli >= 0),
  primary key (company_id, product_id, warehouse_id),
  check (reserved_milli <= on_hand_milli),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, warehouse_id) references warehouses (company_id, id)
) with (fillfactor = 60);

create table lots (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  product_id uuid not null,
  warehouse_id uuid not null,
  supplier_id uuid not null,
  source_lot_id uuid,
  unit_cost_minor bigint not null check (unit_cost_minor >= 0),
  received_milli bigint not null check (received_milli > 0),
  remaining_milli bigint not null check (remaining_milli >= 0),
  -- For the index of the open lots. With the remainder itself in its condition each draw would have to write into every index of the
  -- row anew: measured, 80 us and 660 bytes of WAL a draw instead of 18 and 215.
  is_open boolean not null generated always as (remaining_milli > 0) stored,
  received_at timestamptz not null,
  record text not null,
  primary key (company_id, id),
  check (remaining_milli <= received_milli),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, warehouse_id) references warehouses (company_id, id),
  foreign key (company_id, supplier_id) references partners (company_id, id),
  foreign key (company_id, source_lot_id) references lots (company_id, id)
) with (fillfactor = 80);
create index lots_by_product on lots (company_id, product_id);
create index lots_by_supplier on lots (company_id, supplier_id);
create index lots_open on lots (company_id, id) where is_open;

create table purchases (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  status text not null check (status in ('open', 'partial', 'received')),
  product_id uuid not null,
  warehouse_id uuid not null,
  supplier_id uuid not null,
  external_source text,
  external_id text,
  quantity_milli bigint not null check (quantity_milli > 0),
  unit_cost_minor bigint not null check (unit_cost_minor >= 0),
  received_milli bigint not null check (received_milli >= 0),
  damaged_milli bigint not null check (damaged_milli >= 0),
  missing_milli bigint not null check (missing_milli >= 0),
  record text not null,
  primary key (company_id, id),
  check (received_milli + damaged_milli + missing_milli <= quantity_milli),
  check ((external_source is null) = (external_id is null)),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, warehouse_id) references warehouses (company_id, id),
  foreign key (company_id, supplier_id) references partners (company_id, id)
) with (fillfactor = 90);
create unique index purchases_by_external_id on purchases (company_id, external_source, external_id)
 where external_id is not null;
create index purchases_by_product on purchases (company_id, product_id);
create index purchases_by_supplier on purchases (company_id, supplier_id);
create index purchases_open on purchases (company_id, id) where status in ('open', 'partial');

create table documents (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  kind text not null
    check (kind in ('purchase_order', 'supplier_invoice', 'receipt', 'supplier_return', 'internal_order')),
  status text not null check (status in ('draft', 'posted', 'closed', 'cancelled')),
  reference text,
  supplier_id uuid,
  organization_id uuid,
  contract_id uuid,
  warehouse_id uuid,
  source_document_id uuid,
  import_id uuid,
  total_minor bigint not null check (total_minor >= 0),
  has_custom_values boolean not null,
  record text not null,
  primary key (company_id, id),
  foreign key (company_id, supplier_id) references partners (company_id, id),
  foreign key (company_id, organization_id) references organizations (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, warehouse_id) references warehouses (company_id, id),
  foreign key (company_id, source_document_id) references documents (company_id, id)
) with (fillfactor = 90);
create index documents_by_supplier on documents (company_id, supplier_id);
create index documents_by_source on documents (company_id, source_document_id) where source_document_id is not null;
create index documents_by_contract on documents (company_id, contract_id) where contract_id is not null;
create unique index documents_by_import on documents (company_id, import_id) where import_id is not null;
create index documents_open on documents (company_id, id) where status in ('draft', 'posted');

create table document_lines (
  company_id uuid not null,
  document_id uuid not null,
  position integer not null,
  product_id uuid not null,
  quantity_milli bigint not null check (quantity_milli > 0),
  unit_cost_minor bigint not null check (unit_cost_minor >= 0),
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (company_id, document_id, position),
  foreign key (company_id, document_id) references documents (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id)
);
create index document_lines_by_product on document_lines (company_id, product_id);

create table payments (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  status text not null check (status in ('draft', 'posted', 'cancelled')),
  direction text not null check (direction in ('outgoing', 'incoming')),
  method text not null check (method in ('bank', 'cash')),
  partner_id uuid not null,
  organization_id uuid,
  contract_id uuid,
  document_id uuid,
  amount_minor bigint not null check (amount_minor > 0),
  record text not null,
  primary key (company_id, id),
  foreign key (company_id, partner_id) references partners (company_id, id),
  foreign key (company_id, organization_id) references organizations (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, document_id) references documents (company_id, id)
) with (fillfactor = 90);
create index payments_by_partner on payments (company_id, partner_id);
create index payments_by_document on payments (company_id, document_id) where document_id is not null;
create index payments_open on payments (company_id, id) where status = 'draft';

-- What a record is called elsewhere. The record may be of several kinds, so there is no foreign key: the rules keep it true.
create table external_links (
  company_id uuid not null references companies,
  id uuid not null,
  revision bigint not null,
  source text not null,
  entity_type text not null check (entity_type in ('product', 'partner', 'order')),
  external_id text not null,
  internal_id uuid not null,
  record text not null,
  primary key (company_id, id)
);
create unique index external_links_by_key on external_links (company_id, source, entity_type, external_id);
create index external_links_by_record on external_links (company_id, internal_id);

create table notifications (
  company_id uuid not null references companies,
  id uuid not null,
  revision bigint not null,
  kind text not null check (kind in ('low_stock', 'daily_summary')),
  created_at timestamptz not null,
  read_at timestamptz,
  -- When it was sent to the owners by mail; null: not, or not yet.
  mailed_at timestamptz,
  record text not null,
  primary key (company_id, id)
);

-- Uploaded files of purchase documents; the bytes are in the file store under their SHA-256.
create table procurement_imports (
  company_id uuid not null references companies,
  id uuid not null,
  revision bigint not null,
  -- A rejected file is shown no more; its row stays, so that its bytes do.
  status text not null check (status in ('queued', 'recognized', 'failed', 'imported', 'rejected')),
  sha256 text not null,
  attempt integer not null,
  queued_at timestamptz not null,
  document_id uuid,
  -- Set by the worker that is at it, while the file is queued: at which attempt, since when, and for how manyeth time, since one
  -- that died is begun anew.
  started_attempt integer,
  started_at timestamptz,
  tries integer not null default 0,
  record text not null,
  primary key (company_id, id)
) with (fillfactor = 80);
create index procurement_imports_queued on procurement_imports (company_id, queued_at, id) where status = 'queued';
create index procurement_imports_by_bytes on procurement_imports (company_id, sha256);

-- Successful recognitions: how long they took is the measure for the next ones, also when the file is gone.
create table recognitions (
  company_id uuid not null references companies,
  id uuid not null,
  revision bigint not null,
  import_id uuid not null,
  model text not null,
  duration_ms bigint not null check (duration_ms >= 0),
  record text not null,
  primary key (company_id, id)
);
create index recognitions_by_model on recognitions (company_id, model, id);

create table orders (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  status text not null check (status in ('new', 'picking', 'shipped', 'cancelled')),
  customer_id uuid not null,
  warehouse_id uuid not null,
  channel text not null,
  external_source text,
  external_id text,
  ordered_at timestamptz not null,
  shipped_at timestamptz,
  total_minor bigint not null check (total_minor >= 0),
  cost_minor bigint check (cost_minor >= 0),
  record text not null,
  primary key (company_id, id),
  check ((external_source is null) = (external_id is null)),
  foreign key (company_id, customer_id) references partners (company_id, id),
  foreign key (company_id, warehouse_id) references warehouses (company_id, id)
) with (fillfactor = 90, toast_tuple_target = 8160);
create unique index orders_by_external_id on orders (company_id, external_source, external_id) where external_id is not null;
create index orders_by_customer on orders (company_id, customer_id);
create index orders_open on orders (company_id, id) where status in ('new', 'picking');

create table order_items (
  company_id uuid not null,
  product_id uuid not null,
  order_id uuid not null,
  position integer not null,
  quantity_milli bigint not null check (quantity_milli > 0),
  price_minor bigint check (price_minor >= 0),
  amount_minor bigint check (amount_minor >= 0),
  primary key (company_id, product_id, order_id, position)
);

create table movements (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  type text not null check (type in ('receipt', 'writeoff', 'transfer', 'shipment', 'return', 'reversal')),
  at timestamptz not null,
  product_id uuid not null,
  warehouse_id uuid not null,
  to_warehouse_id uuid,
  -- What it does to the stock of warehouse_id: 1 in, -1 out; 0: out, and in at to_warehouse_id.
  direction smallint not null check (direction in (-1, 0, 1)),
  quantity_milli bigint not null check (quantity_milli > 0),
  -- What became or was stock: of a receipt the good part.
  good_milli bigint not null check (good_milli between 0 and quantity_milli),
  cost_minor bigint not null check (cost_minor >= 0),
  -- Of a shipment that is a sale by itself: what the goods were sold for. The other sales are in their own table.
  revenue_minor bigint check (revenue_minor >= 0),
  order_id uuid,
  document_id uuid,
  purchase_id uuid,
  record text not null,
  primary key (company_id, id),
  check ((to_warehouse_id is null) = (direction <> 0)),
  check (revenue_minor is null or type = 'shipment')
);
create index movements_by_document on movements (company_id, document_id) where document_id is not null;
create index movements_by_purchase on movements (company_id, purchase_id) where purchase_id is not null;
create index movements_by_product on movements (company_id, product_id, at);

-- What shipped orders sold, where a movement alone does not tell: bundles, services, what had no price, and what shared a movement
-- with one of these. Derived from orders and movements when an order is shipped, for the reports.
create table sales (
  company_id uuid not null,
  shipped_at timestamptz not null,
  order_id uuid not null,
  -- As it was ordered.
  product_id uuid not null,
  quantity_milli bigint not null check (quantity_milli > 0),
  revenue_minor bigint not null check (revenue_minor >= 0),
  cost_minor bigint not null check (cost_minor >= 0),
  unpriced_items integer not null check (unpriced_items >= 0),
  unpriced_cost_minor bigint not null check (unpriced_cost_minor between 0 and cost_minor),
  primary key (company_id, shipped_at, order_id, product_id)
    include (quantity_milli, revenue_minor, cost_minor, unpriced_items, unpriced_cost_minor)
);

create table movement_lots (
  company_id uuid not null,
  movement_id uuid not null,
  lot_id uuid not null,
  quantity_milli bigint not null check (quantity_milli > 0),
  unit_cost_minor bigint not null check (unit_cost_minor >= 0),
  primary key (company_id, lot_id, movement_id)
);
