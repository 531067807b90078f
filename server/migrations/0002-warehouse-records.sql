-- The records of a company. Money is in kopecks (_minor), quantities in thousandths (_milli). `record` is the whole record as
-- JSON text, as the engine keeps it; the other columns are read out of it by the commit function, for keys, checks, lists and reports.

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
create index lots_open on lots (company_id, id) where remaining_milli > 0;

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
  quantity_milli bigint not null check (quantity_milli > 0),
  cost_minor bigint not null check (cost_minor >= 0),
  order_id uuid,
  record text not null,
  primary key (company_id, id)
);
create index movements_by_product on movements (company_id, product_id, at);

create table movement_lots (
  company_id uuid not null,
  movement_id uuid not null,
  lot_id uuid not null,
  quantity_milli bigint not null check (quantity_milli > 0),
  unit_cost_minor bigint not null check (unit_cost_minor >= 0),
  primary key (company_id, lot_id, movement_id)
);
