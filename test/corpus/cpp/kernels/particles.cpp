// Many small objects with virtual functions: particles under forces, collisions, a quadtree, energy by kinds.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

struct Particle {
  double x, y, vx, vy;
  Particle(double px, double py, double ux, double uy) : x(px), y(py), vx(ux), vy(uy) {}
  virtual ~Particle() = default;
  virtual double mass() const { return 1; }
  virtual void push(double t) { vy -= 9.81 * t; }
  virtual double drag() const = 0;
  void step(double t) {
    push(t);
    vx *= 1 - drag() * t, vy *= 1 - drag() * t;
    x += vx * t, y += vy * t;
    if (y < 0) y = -y, vy = -0.8 * vy;
  }
  double energy() const { return mass() * ((vx * vx + vy * vy) / 2 + 9.81 * y); }
};
struct Heavy final : Particle {
  using Particle::Particle;
  double mass() const override { return 5; }
  double drag() const override { return 0.01; }
};
struct Light final : Particle {
  using Particle::Particle;
  void push(double t) override { vy -= 1.5 * t, vx += 0.3 * t; }
  double drag() const override { return 0.4 + 0.1 * std::fabs(vx); }
};
struct Quad {
  double x, y, half;
  std::vector<const Particle *> inside;
  std::unique_ptr<Quad> child[4];
  void insert(const Particle *p) {
    if (child[0]) {
      child[(p->x > x) + 2 * (p->y > y)]->insert(p);
      return;
    }
    inside.push_back(p);
    if (inside.size() <= 4 || half < 0.1) return;
    for (int i = 0; i < 4; i++) child[i] = std::unique_ptr<Quad>(new Quad{x + (i & 1 ? half : -half) / 2, y + (i & 2 ? half : -half) / 2, half / 2, {}, {}});
    for (const Particle *q : inside) child[(q->x > x) + 2 * (q->y > y)]->insert(q);
    inside.clear();
  }
  int depth() const {
    int deepest = 0;
    for (const auto &c : child) if (c) deepest = std::max(deepest, c->depth());
    return deepest + 1;
  }
};

int main() {
  std::vector<std::unique_ptr<Particle>> all;
  for (int i = 0; i < 200; i++) {
    double a = i * 2.399963, r = std::sqrt(i);
    if (i % 3) all.push_back(std::make_unique<Heavy>(r * std::cos(a), 10 + r * std::sin(a), std::sin(i), 0));
    else all.push_back(std::make_unique<Light>(r * std::cos(a), 10 + r * std::sin(a), 0, std::cos(i)));
  }
  double before = 0, after = 0, light = 0;
  for (const auto &p : all) before += p->energy();
  for (int t = 0; t < 300; t++) for (auto &p : all) p->step(0.01);
  Quad tree{0, 0, 64, {}, {}};
  for (const auto &p : all) {
    after += p->energy();
    if (dynamic_cast<Light *>(p.get())) light += p->energy();
    tree.insert(p.get());
  }
  std::printf("%.9f %.9f %.9f %d\n", before, after, light, tree.depth());
  std::printf("%.9f %.9f\n", all[50]->x, all[51]->y);
}
